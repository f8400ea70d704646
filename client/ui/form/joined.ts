// Two versions of a record in one: what was typed in a form, and what somebody else stored meanwhile.

/** What a form holds of its record besides its fields. */
const FACTS = ['versao', 'stored', 'estornado']

/**
 * `was`: what was stored when the form was opened; `stored`: what is now. What both changed stays as it was typed; of a list of ids both ways are taken:
 * what either one added is there, what either one took away is not. `together`: fields that say one thing; where one was typed all stay as they are here.
 * `elsewhere`: the name of a field that is not shown just now.
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

/** Whether two versions say the same. */
/** As it is stored: without what is around a text. */
const asStored = <V extends object>(values: V) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value])) as V
export const isAlike = <V extends object>(one: V, other: V) => changedFrom(asStored(one), asStored(other)).length === 0

const changedFrom = <V extends object>(was: V, now: V) =>
  // Object.keys knows no more than string.
  (Object.keys(now) as (keyof V & string)[]).filter((key) => !FACTS.includes(key) && JSON.stringify(now[key]) !== JSON.stringify(was[key]))

export function oneOf<T>(mine: T, was: T, theirs: T) {
  if (!Array.isArray(mine) || !Array.isArray(was) || !Array.isArray(theirs)) return mine
  const added = mine.filter((id) => !was.includes(id) && !theirs.includes(id))
  return [...added, ...theirs.filter((id) => mine.includes(id) || !was.includes(id))]
}

/** What a field that is shown is called. */
function labelOf(field: string) {
  const shown = document.querySelector<HTMLInputElement>(`[role=dialog] .form [data-path="${field}"]`)
  const label = shown?.labels?.[0] ?? document.getElementById(shown?.getAttribute('aria-labelledby') ?? '')
  return (label?.textContent ?? shown?.ariaLabel)?.replace(/ \*$/, '')
}
