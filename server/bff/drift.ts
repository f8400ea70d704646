// Finds fields that are missing from a reply although the screens show them. They are shown empty, and the operator is told.
import { z } from 'zod'
import { at } from './decide.ts'

/** Adds to `lacking` the names of the display-only fields that a value does not have. */
type Look = (value: unknown, lacking: Set<string>) => void

/**
 * Builds the function that looks for missing fields in values of a schema. Undefined if the schema has no display-only field. `path` omits positions
 * in lists, so a field that is missing in a thousand rows is reported once.
 */
function lookFor(schema: z.core.$ZodType, path: readonly string[], trees = new Map<z.core.$ZodType, Look>()): Look | undefined {
  const within = (part: z.core.$ZodType, key?: string) => lookFor(part, key === undefined ? path : [...path, key], trees)
  // A default in the schema of a reply always comes from displayOnly(), so it marks a display-only field.
  if (schema instanceof z.ZodDefault) {
    const look = within(schema.unwrap())
    return (value, lacking) => (value === undefined || value === null ? void lacking.add(path.join('.')) : look?.(value, lacking))
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const look = within(schema.unwrap())
    const none = schema instanceof z.ZodNullable ? null : undefined
    return look && ((value, lacking) => void (value === none || look(value, lacking)))
  }
  if (schema instanceof z.ZodArray) {
    const look = within(schema.element)
    return (
      look &&
      ((value, lacking) => {
        if (Array.isArray(value)) for (const item of value) look(item, lacking)
      })
    )
  }
  if (schema instanceof z.ZodObject) {
    const looks = Object.entries(schema.shape).flatMap(([key, field]) => {
      const look = within(field, key)
      return look ? [[[key], look] as const] : []
    })
    if (looks.length === 0) return undefined
    return (value, lacking) => {
      for (const [key, look] of looks) look(at(value, key), lacking)
    }
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options.map((option) => ({ option, look: within(option) }))
    if (!options.some(({ look }) => look)) return undefined
    return (value, lacking) => options.find(({ option }) => z.safeParse(option, value).success)?.look?.(value, lacking)
  }
  if (schema instanceof z.ZodPipe) return within(schema.in)
  // All levels of a recursive schema share one function, however deeply the value is nested.
  if (schema instanceof z.ZodLazy)
    return (value, lacking) => {
      const look = trees.get(schema) ?? within(schema.unwrap())
      if (!look) return
      trees.set(schema, look)
      look(value, lacking)
    }
  return undefined
}

/** Returns a function that lists the display-only fields of `reply` that are missing from an answer, for example 'compromissos.DESLOC'. */
export function lackingOf(reply: z.ZodType): (answer: unknown) => Set<string> {
  const look = lookFor(reply, [])
  return (answer) => {
    const lacking = new Set<string>()
    try {
      look?.(answer, lacking)
    } catch (error) {
      // If the value is nested too deeply for the stack, only the fields found so far are reported.
      if (!(error instanceof RangeError)) throw error
    }
    return lacking
  }
}
