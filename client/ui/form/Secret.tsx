import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { Eye, EyeOff } from 'lucide-react'

/** A field for a password. `hint` is its placeholder if it may stay empty. */
export const Secret = ({ hint, ...props }: PasswordInputProps & { hint?: string }) => (
  <PasswordInput
    autoComplete="new-password"
    // Sets aria-invalid, because Mantine sets it on every field except PasswordInput.
    aria-invalid={Boolean(props.error) || undefined}
    visibilityToggleButtonProps={{ 'aria-label': 'Mostrar a senha' }}
    visibilityToggleIcon={Reveal}
    {...props}
    {...(!props.required && hint !== undefined && { placeholder: hint })}
  />
)

const Reveal = ({ reveal }: { reveal: boolean }) => (reveal ? <EyeOff aria-hidden /> : <Eye aria-hidden />)
