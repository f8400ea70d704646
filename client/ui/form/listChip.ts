import type { Chip } from './Chips.tsx'
import type { Options } from './fields.tsx'

/** Chip of a filter by list, such as 'Status: Em teste +2'; none when nothing is chosen. */
export function listChip(label: string, chosen: number[], options: Options, clear: () => void): Chip[] {
  const [first, ...more] = chosen.map((one) => options?.find(({ value }) => value === one)?.label ?? `Código ${one}`)
  if (first === undefined) return []
  return [{ label: `${label}: ${[first, ...more].join(', ')}`, ...(more.length > 0 && { short: `${label}: ${first} +${more.length}` }), clear }]
}
