import type { Part } from './formProps.ts'

/** The first part that holds one of these fields. */
export function partOf<V extends object>(parts: Part<V>[], fields: string[]) {
  const named: string[] = parts.flatMap(({ holds = [] }) => holds)
  return parts.find(({ holds }) => fields.some((field) => (holds as string[] | undefined)?.includes(field) ?? !named.includes(field)))
}
