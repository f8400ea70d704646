// Fields shared by several forms. Each takes the props of form.getInputProps.
import {
  Input,
  MultiSelect,
  Select,
  Switch,
  TextInput,
  type ComboboxLikeProps,
  type MultiSelectProps,
  type SelectProps,
  type TextInputProps,
} from '@mantine/core'
import { ChevronsUpDown } from 'lucide-react'
import { createContext, use, useId, useRef, useState, type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { byBeginnings, fold, hasAll, wordsOf } from '../grid/fold.ts'
import { useAlike } from '../grid/useAlike.ts'
import { flagWord, statusWord } from '../grid/Status.tsx'
import { numberOf } from './typed.ts'
import { useTyped } from './useTyped.ts'
import { selectOnFocus } from './selectOnFocus.ts'

type NumberProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value?: number | string
  onChange?: (value: number | string) => void
  /** Minimum number of decimals that are shown. */
  decimals?: number
  /** True for an identifier, which has no thousands dots. */
  isCode?: boolean
}

/**
 * Number field in Brazilian notation with up to two decimals. It formats its text on blur; invalid text is kept for the form's rule to refuse. The
 * value '' means empty.
 */
export function NumberField({ value = '', onChange, onBlur, decimals = 0, isCode = false, ...props }: NumberProps) {
  const stored = String(value)
  const isNumber = stored !== '' && Number.isFinite(Number(stored))
  const shown = isNumber
    ? Number(stored).toLocaleString('pt-BR', { minimumFractionDigits: decimals, maximumFractionDigits: 2, useGrouping: !isCode })
    : stored
  // '1.' is an unfinished number, so it stays text.
  const given = (meant: string) => onChange?.(meant !== '' && String(Number(meant)) === meant ? Number(meant) : meant)
  const { input } = useTyped(stored, shown, numberOf, given, onBlur)
  return <TextInput inputMode="decimal" autoComplete="off" data-number {...selectOnFocus} {...props} {...input} />
}

export const MoneyField = (props: NumberProps) => <NumberField decimals={2} leftSection="R$" leftSectionPointerEvents="none" {...props} />
export const PercentField = (props: NumberProps) => <NumberField rightSection="%" rightSectionPointerEvents="none" {...props} />

/** A switch below its label, as wide as a narrow field. `word` describes its state. */
function SwitchField({
  className = 'form-narrow',
  label,
  word,
  checked,
  disabled = false,
  set,
  ...field
}: {
  className?: string
  label: string
  word: ReactNode
  checked: boolean
  disabled?: boolean
  set: (on: boolean) => void
  'data-path'?: string | undefined
}) {
  const id = useId()
  return (
    <div className={className} role="group" aria-labelledby={id} {...field}>
      <Input.Label id={id} component="div">
        {label}
      </Input.Label>
      <div className="form-switch">
        <Switch
          size="md"
          withThumbIndicator={false}
          // The field's label names the switch, because the word beside the switch describes its state.
          aria-labelledby={id}
          label={word}
          checked={checked}
          disabled={disabled}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      </div>
    </div>
  )
}

interface SwitchProps<T> {
  value?: T
  disabled?: boolean
  onChange?: (value: T) => void
  /** The field's name in the form. */
  'data-path'?: string
}

/** Switch for a status: on means 'A', off means 'I'. `label` replaces 'Status'. */
export const StatusSwitch = ({
  label = 'Status',
  value = 'A',
  disabled = false,
  onChange,
  'data-path': path,
}: SwitchProps<'A' | 'I'> & { label?: string }) => (
  <SwitchField
    label={label}
    word={statusWord[value]}
    checked={value === 'A'}
    disabled={disabled}
    set={(on) => onChange?.(on ? 'A' : 'I')}
    data-path={path}
  />
)

/** Switch for a yes/no value: on means 'S', off means 'N'. Four of them fit in a line. */
export const FlagSwitch = ({ label, value = 'N', onChange, 'data-path': path }: SwitchProps<'S' | 'N'> & { label: string }) => (
  <SwitchField
    className="form-quarter"
    label={label}
    word={flagWord[value]}
    checked={value === 'S'}
    set={(on) => onChange?.(on ? 'S' : 'N')}
    data-path={path}
  />
)

const SHOWN = 50

interface Option {
  value: number
  label: string
  /** Further details, shown after the label. */
  note?: string | undefined
  /** True when the option is unavailable at the moment. */
  taken?: boolean
  /** True for what the person has typed, which comes after the options that it matches. */
  typed?: boolean
  /** Group heading, shown while the person has not searched. The group of the first option comes first, then the others. */
  under?: string
}
/** The options; undefined while they load. */
export type Options = Option[] | undefined

/** Delays a message until a pressed button is released, because the message would move the button away from the pointer. */
export function afterPress(say: () => void) {
  if (document.querySelector(':active')) addEventListener('pointerup', () => setTimeout(say), { once: true })
  else say()
}

/** True when the lists of a form failed to load. The form shows the error with a retry. */
export const ListsFailed = createContext(false)

/** Common behaviour of both pickers: the search is by words without accents, the best matches come first, and at most 50 options are listed. */
function useListing(options: Options) {
  /** True when a keystroke has expressed a choice. A marked option alone is no sign of a choice, because the first option is always marked. */
  const meant = useRef(false)
  /** True when the person emptied the field. An empty field alone is no sign of that, because the chosen option has no name while the list loads. */
  const emptied = useRef(false)
  const failed = use(ListsFailed)
  const alike = useAlike()
  const known = new Map(options?.map((option) => [option.value, option]))
  /** The text left in the field when it matched no option. */
  const [missed, setMissed] = useState('')
  const error = missed && `Nada foi escolhido para “${missed}”.`
  const leave = ({ currentTarget: input }: FocusEvent<HTMLInputElement>, chosen?: string) => {
    const text = input.value.trim()
    if (meant.current && text && input.value !== chosen) {
      // Because of this mark, Form.tsx refuses to send the form once: the person meant to choose an option.
      input.dataset['missed'] = ''
      afterPress(() => setMissed(text))
    }
    meant.current = false
    emptied.current = false
  }
  const props = {
    searchable: true,
    // With this order, an error does not move the input out of line with the field beside it.
    inputWrapperOrder: ['label', 'input', 'description', 'error'],
    // If the list opened on focus, it would cover a form that begins with a picker. A click, a letter or an arrow opens it.
    openOnFocus: false,
    // The first match is marked, so that typing and Enter choose it.
    selectFirstOptionOnChange: true,
    // Without this, opening the list by typing a letter removes the mark a moment later, so that one letter and Enter would choose nothing.
    selectFirstOptionOnDropdownOpen: true,
    ...selectOnFocus,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      const { key, currentTarget: input } = event
      const open = input.ariaExpanded === 'true'
      // If no option is marked yet, Enter must not submit the form.
      if (key === 'Enter' && open) event.preventDefault()
      // Tab chooses the same option as Enter, which the library handles. Options are marked a moment after they are drawn, or not at all if they arrive
      // after the text was typed; then both keys choose the first one.
      const isChoice = (key === 'Tab' || key === 'Enter') && open && meant.current
      const list = isChoice && document.getElementById(input.getAttribute('aria-controls') ?? '')
      const marked = list && list.querySelector<HTMLElement>('[data-combobox-selected]')
      if (list && !marked) list.querySelector<HTMLElement>('[role=option]')?.click()
      else if (marked && key === 'Tab') marked.click()
      meant.current = key.startsWith('Arrow') || (meant.current && key !== 'Escape')
    },
    onInput: ({ currentTarget: input }: FormEvent<HTMLInputElement>) => {
      // If the person has emptied the field, Tab must not choose an option.
      meant.current = input.value !== ''
      emptied.current = input.value === ''
      setMissed('')
      delete input.dataset['missed']
    },
    onOptionSubmit: () => {
      meant.current = false
      emptied.current = false
      setMissed('')
    },
    data: options ?? [],
    loading: !options,
    limit: SHOWN,
    withScrollArea: false,
    comboboxProps: { withinPortal: false, floatingStrategy: 'fixed' },
    nothingFoundMessage: options ? 'Nada encontrado.' : failed ? 'A lista não chegou.' : 'Carregando…',
    renderOption: ({ option: { value, label } }) => (
      <span className="form-option" data-taken={known.get(value)?.taken || undefined}>
        {label}
        {known.get(value)?.note && <small> {known.get(value)?.note}</small>}
      </span>
    ),
    filter: ({ options, search, limit }) => {
      const words = wordsOf(search)
      const found = options.flatMap((option) => ('items' in option ? [] : [{ option, text: fold(option.label) }]))
      const exact = found
        .filter(({ option, text }) => hasAll(`${text} ${fold(known.get(option.value)?.note ?? '')}`, words))
        .sort(byBeginnings(words))
        .sort((a, b) => Number(known.get(a.option.value)?.typed ?? false) - Number(known.get(b.option.value)?.typed ?? false))
        .slice(0, limit)
        .map(({ option }) => option)
      const similar =
        exact.length > 0
          ? []
          : alike(
              found.map(({ option }) => option.label),
              search,
            )
      if (similar.length > 0) return [{ group: 'Você quis dizer', items: similar.flatMap((at) => found[at]?.option ?? []) }]
      const group = exact[0] && known.get(exact[0].value)?.under
      if (!group || words.length > 0) return exact
      const isInGroup = ({ value }: { value: number }) => known.get(value)?.under === group
      return [
        { group, items: exact.filter(isInGroup) },
        { group: 'Outros', items: exact.filter((option) => !isInGroup(option)) },
      ]
    },
  } satisfies ComboboxLikeProps<number> & Partial<SelectProps<number>>
  return { props, error, leave, known, emptied }
}

/** Field that chooses one record. */
export function Picker({ options, ...given }: SelectProps<number> & { options: Options }) {
  const { props, error, leave, known, emptied } = useListing(options)
  const chosen = known.get(given.value ?? NaN)
  return (
    <Select<number>
      {...props}
      description={chosen?.taken && <span className="form-taken">{chosen.note}</span>}
      // Choosing the current option again must not clear the field. To clear it, its text is deleted.
      allowDeselect={false}
      rightSection={<ChevronsUpDown aria-hidden />}
      {...given}
      error={error || given.error}
      onKeyDown={(event) => {
        const { key, currentTarget: input } = event
        // The field's text may have been set just now, by a choice or by a list that arrived after the focus. A letter appended to it would match
        // nothing, so the letter replaces the text.
        if (key.length === 1 && input.value === chosen?.label && input.selectionStart === input.value.length) input.select()
        props.onKeyDown(event)
      }}
      onBlur={(event) => {
        if (emptied.current) given.onChange?.(null, { value: NaN, label: '' })
        leave(event, chosen?.label)
        given.onBlur?.(event)
      }}
    />
  )
}

/** Field that chooses several records. */
export function MultiPicker({ options, ...given }: MultiSelectProps<number> & { options: Options }) {
  const { props, error, leave } = useListing(options)
  return (
    <MultiSelect<number>
      {...props}
      hidePickedOptions
      rightSection={<ChevronsUpDown aria-hidden />}
      {...given}
      // Until the names are loaded the values are left out, because they would be shown as numbers.
      value={(options && given.value) ?? []}
      error={error || given.error}
      onBlur={(event) => {
        leave(event)
        given.onBlur?.(event)
      }}
    />
  )
}
