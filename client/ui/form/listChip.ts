import type { Chip } from './Chips.tsx'
import type { Options } from './fields.tsx'

/** The chip of what is chosen from a list: 'Status: Em teste +2'. None: nothing is. */
export function listChip(label: string, chosen: number[], options: Options, clear: () => void): Chip[] {
  const [first, ...more] = chosen.map((one) => options?.find(({ value }) => value === one)?.label ?? `Código ${one}`)
  if (first === undefined) return []
  return [{ label: `${label}: ${[first, ...more].join(', ')}`, ...(more.length > 0 && { short: `${label}: ${first} +${more.length}` }), clear }]
}
