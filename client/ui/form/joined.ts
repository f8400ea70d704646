// Two versions of a record in one: what was typed in a form, and what somebody else stored meanwhile.

/** `was`: what was stored when the form was opened; `stored`: what is now. What both changed stays as it was typed. */
export function joined<V extends object>(values: V, was: V, stored: V) {
  const mine = changedFrom(was, values)
  const theirs = changedFrom(was, stored)
  const both = theirs.filter((key) => mine.includes(key))
  const texts = [
    'Juntamos as duas versões. Confira e confirme.',
    sentence('Mudou', theirs),
    sentence('Onde as duas mudaram ficou o que você digitou', both),
  ]
  return {
    values: { ...stored, ...Object.fromEntries(mine.map((key) => [key, values[key]])) },
    text: texts.filter(Boolean).join(' '),
  }
}

const changedFrom = <V extends object>(was: V, now: V) =>
  // Object.keys knows no more than string.
  (Object.keys(now) as (keyof V & string)[]).filter((key) => JSON.stringify(now[key]) !== JSON.stringify(was[key]))

/** Their labels, of those that the form shows. */
function sentence(begin: string, fields: string[]) {
  const labels = fields.flatMap((field) => {
    const input = document.querySelector<HTMLInputElement>(`[role=dialog] .form [data-path="${field}"]`)
    return input?.labels?.[0]?.textContent.replace(/ \*$/, '') ?? []
  })
  return labels.length > 0 && `${begin}: ${new Intl.ListFormat('pt-BR').format(labels)}.`
}
