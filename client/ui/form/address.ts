// What an address says of an open form (useEditing()): ?acao=novo, ?acao=editar&id=7.

/** `aba`: which part of it is shown. `novo`: its record was begun just now. */
export const formKeys = ['acao', 'id', 'aba', 'novo']

/** What opens the form of a record, beside what the address shows already. */
export function formOf(id: number, shown: string | URLSearchParams = '') {
  const params = new URLSearchParams(shown)
  for (const key of formKeys) params.delete(key)
  params.set('acao', 'editar')
  params.set('id', String(id))
  return `?${params}`
}
