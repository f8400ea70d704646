// Merges two versions of a record: the draft of a form, and the version that somebody else stored meanwhile.

/** Keys in a form's values that are not fields, so they are not merged. */
const FACTS = ['versao', 'stored', 'estornado']

/**
 * `was`: the values stored when the form was opened; `stored`: the values stored now. If a field changed on both sides, the draft's value is kept.
 * Lists of ids are merged: an id added on either side is kept, an id removed on either side is left out. `together`: fields that form one unit; if
 * one of them was edited, all keep the draft's values. `elsewhere`: returns the name of a field that is not visible at the moment.
 */
export function joined<V extends object>(
  values: V,
  was: V,
  stored: V,
  together: (keyof V & string)[],
  elsewhere: (field: keyof V & string) => string | undefined,
) {
  const typed = changedFrom(was, values)
  const mine = together.some((key) => typed.includes(key)) ? [...new Set([...typed, ...together])] : typed
  const theirs = changedFrom(was, stored)
  const both = theirs.filter((key) => mine.includes(key) && !Array.isArray(values[key]))
  const sentence = (begin: string, fields: (keyof V & string)[]) => {
    const names = new Set(fields.flatMap((field) => labelOf(field) ?? elsewhere(field) ?? []))
    return names.size > 0 && `${begin}: ${new Intl.ListFormat('pt-BR').format(names)}.`
  }
  const texts = [
    'Juntamos as duas versões. Confira e confirme.',
    sentence('Mudou', theirs),
    sentence('Onde as duas mudaram ficou o que você digitou', both),
  ]
  return {
    values: { ...stored, ...Object.fromEntries(mine.map((key) => [key, oneOf(values[key], was[key], stored[key])])) },
    text: texts.filter(Boolean).join(' '),
  }
}

/** The values as the server stores them, with trimmed texts. isAlike compares two versions after this conversion. */
const asStored = <V extends object>(values: V) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value])) as V
export const isAlike = <V extends object>(one: V, other: V) => changedFrom(asStored(one), asStored(other)).length === 0

const changedFrom = <V extends object>(was: V, now: V) =>
  // The cast is needed because Object.keys is typed as string[].
  (Object.keys(now) as (keyof V & string)[]).filter((key) => !FACTS.includes(key) && JSON.stringify(now[key]) !== JSON.stringify(was[key]))

export function oneOf<T>(mine: T, was: T, theirs: T) {
  if (!Array.isArray(mine) || !Array.isArray(was) || !Array.isArray(theirs)) return mine
  const added = mine.filter((id) => !was.includes(id) && !theirs.includes(id))
  return [...added, ...theirs.filter((id) => mine.includes(id) || !was.includes(id))]
}

/** Label of a visible field. */
function labelOf(field: string) {
  const shown = document.querySelector<HTMLInputElement>(`[role=dialog] .form [data-path="${field}"]`)
  const label = shown?.labels?.[0] ?? document.getElementById(shown?.getAttribute('aria-labelledby') ?? '')
  return (label?.textContent ?? shown?.ariaLabel)?.replace(/ \*$/, '')
}
