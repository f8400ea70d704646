// Parameters of an open form in the address (useEditing()): ?acao=novo, ?acao=editar&id=7.

/** `acao` and `id` name the form and its record; `aba` names the tab shown; `novo` marks a record that was just begun. */
export const formKeys = ['acao', 'id', 'aba', 'novo']

/** Query string that opens a record's form, added to the current parameters. */
export function formOf(id: number, shown: string | URLSearchParams = '') {
  const params = new URLSearchParams(shown)
  for (const key of formKeys) params.delete(key)
  params.set('acao', 'editar')
  params.set('id', String(id))
  return `?${params}`
}
