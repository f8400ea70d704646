import { useMemo } from 'react'
import { useAddress } from '../useAddress.ts'

/** What a filter asks: ids of records, or a text. */
export type Filter = Record<string, number[] | string>

/** What some of its fields are chosen from. */
type Choices<F> = { [K in keyof F]?: readonly (number | string)[] }

/** Whether a text of an address is one of these words' keys. */
export const isOf = <K extends string>(words: { [key in K]: string }, text: string): text is K => Object.hasOwn(words, text)

/** The filter of an address: the keys and kinds of `blank`, without what is none of the `choices`. */
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

/** A screen's filter, in the URL: ids as a repeated key. `blank` names its fields, all empty; it and `choices` are written once, outside the component. */
export function useFilter<F extends Filter>(blank: F, choices?: Choices<F>) {
  const [params, put] = useAddress()
  const text = String(params)
  const values = useMemo(() => valuesOf(new URLSearchParams(text), blank, choices), [text, blank, choices])
  /** `goes`: as to another place, from which Back leads here. */
  const apply = (next: Partial<F>, goes = false) =>
    put(Object.fromEntries(Object.entries(next).map(([key, value]) => [key, [value].flat().map(String)])), goes)
  return {
    values,
    blank,
    apply,
    /** The fields that hold something. */
    used: Object.keys(blank).filter((key) => values[key]?.length),
    /** As a call's query wants it: what is empty is not sent. */
    query: Object.fromEntries(Object.entries(values).filter(([, value]) => value.length > 0)) as Partial<F>,
    clearAll: () => apply(blank),
    clear: (key: keyof F & string) => apply({ [key]: blank[key] } as Partial<F>),
  }
}
