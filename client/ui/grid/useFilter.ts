import { useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** What a filter asks: ids of records, or a text. */
export type Filter = Record<string, number[] | string>

/** The filter of an address: the keys and kinds of `blank`. */
export const valuesOf = <F extends Filter>(search: URLSearchParams, blank: F) =>
  Object.fromEntries(
    Object.entries(blank).map(([key, empty]) => [
      key,
      typeof empty === 'string' ? (search.get(key) ?? '') : search.getAll(key).flatMap((id) => (/^(0|[1-9]\d{0,9})$/.test(id) ? [Number(id)] : [])),
    ]),
  ) as F

/** A screen's filter, in the URL: ids as a repeated key. `blank` names its fields, all empty; written once, outside the component. */
export function useFilter<F extends Filter>(blank: F) {
  const [params, setParams] = useSearchParams()
  const text = String(params)
  const values = useMemo(() => valuesOf(new URLSearchParams(text), blank), [text, blank])
  /** `goes`: as to another place, from which Back leads here. */
  const apply = (next: Partial<F>, goes = false) =>
    setParams(
      (now) => {
        for (const [key, value] of Object.entries(next)) {
          now.delete(key)
          for (const one of [value].flat()) if (one !== '') now.append(key, String(one))
        }
        return now
      },
      { replace: !goes, preventScrollReset: true },
    )
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
