import { useMemo } from 'react'
import { useAddress } from '../useAddress.ts'

/** Values of a filter: ids of records, or a text. */
export type Filter = Record<string, number[] | string>

/** Allowed values of some fields. */
type Choices<F> = { [K in keyof F]?: readonly (number | string)[] }

/** Whether a text from an address is one of the keys of `words`. */
export const isOf = <K extends string>(words: { [key in K]: string }, text: string): text is K => Object.hasOwn(words, text)

/** The filter that an address contains. It has the keys and types of `blank`; values that are not in `choices` are ignored. */
export const valuesOf = <F extends Filter>(search: URLSearchParams, blank: F, choices: Choices<F> = {}) =>
  Object.fromEntries(
    Object.entries(blank).map(([key, empty]) => {
      const isChoice = (value: number | string) => choices[key]?.includes(value) ?? true
      const [text = '', ...more] = search.getAll(key)
      if (typeof empty === 'string') return [key, isChoice(text) ? text : '']
      return [
        key,
        [text, ...more]
          .filter((id) => /^(0|[1-9]\d{0,9})$/.test(id))
          .map(Number)
          .filter(isChoice),
      ]
    }),
  ) as F

/**
 * A screen's filter, kept in the URL; ids are written as a repeated key. `blank` lists the fields with their empty values. `blank` and `choices` must
 * be defined outside the component.
 */
export function useFilter<F extends Filter>(blank: F, choices?: Choices<F>) {
  const [params, put] = useAddress()
  const text = String(params)
  const values = useMemo(() => valuesOf(new URLSearchParams(text), blank, choices), [text, blank, choices])
  /** With `goes`, adds a history entry, so that Back returns to the previous filter. */
  const apply = (next: Partial<F>, goes = false) =>
    put(Object.fromEntries(Object.entries(next).map(([key, value]) => [key, [value].flat().map(String)])), goes)
  return {
    values,
    blank,
    apply,
    /** Names of the fields that are set. */
    used: Object.keys(blank).filter((key) => values[key]?.length),
    /** The filter as a call's query, without empty fields. */
    query: Object.fromEntries(Object.entries(values).filter(([, value]) => value.length > 0)) as Partial<F>,
    clearAll: () => apply(blank),
    clear: (key: keyof F & string) => apply({ [key]: blank[key] } as Partial<F>),
  }
}
