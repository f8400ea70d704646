import type { Chip } from './Chips.tsx'
import type { Options } from './fields.tsx'

/** Chip of a filter whose values come from a list, such as 'Status: Em teste +2'. Without a chosen value there is no chip. */
export function listChip(label: string, chosen: number[], options: Options, clear: () => void): Chip[] {
  const [first, ...more] = chosen.map((one) => options?.find(({ value }) => value === one)?.label ?? `Código ${one}`)
  if (first === undefined) return []
  return [{ label: `${label}: ${[first, ...more].join(', ')}`, ...(more.length > 0 && { short: `${label}: ${first} +${more.length}` }), clear }]
}
