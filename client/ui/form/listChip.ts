import type { Chip } from './Chips.tsx'
import type { Options } from './fields.tsx'

/** The chip of what is chosen from a list, by the name of the first: 'Status: Em teste +2'. None: nothing is. */
export function listChip(label: string, [first, ...more]: number[], options: Options, clear: () => void): Chip[] {
  if (first === undefined) return []
  const name = options?.find(({ value }) => value === first)?.label ?? `Código ${first}`
  return [{ label: `${label}: ${name}${more.length > 0 ? ` +${more.length}` : ''}`, clear }]
}
