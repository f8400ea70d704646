// Basic schemas of the wire format (docs/contract.md). "Addition to the contract" marks fields that are missing in the original contract.
import { z } from 'zod'
import { YEARS } from './clock.ts'
import { hoursForm, minutesForm } from './hours.ts'
import { messages } from './messages.ts'
import { ABOVE_MOST, TOO_MUCH } from './money.ts'
import { DESCRIPTION, isBlank, lengthOf, tooLong, type TextField } from './text.ts'

/** `params` of an issue whose message is clear without naming the field. The 400 then has this message instead of 'Formulário inválido!'. */
export const GIVES_REASON = { givesReason: true }

/** The id of a record: an integer from 1 to 2147483647. */
export const Id = z.int('Código inválido.').min(1, 'Código inválido.').max(2_147_483_647, 'Código inválido.')

/** The id of a record that must be chosen in a form. */
export const Chosen = z.int(messages.required).pipe(Id)

/** An id in a path or a query: decimal digits without a leading zero. */
export const IdText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Código inválido.')
  .transform(Number)
  .pipe(Id)

/** The id field in the body that creates a record: absent, null or 0. */
export const NewId = z.union([z.literal(0), z.null()]).optional()

/** Ids in a body. */
export const Ids = z.array(Id).max(1000)

/** Ids in a query, written by giving the key once or several times. */
export const IdTexts = z
  .union([z.string(), z.array(z.string()).max(1000)])
  .transform((ids) => [ids].flat())
  .pipe(z.array(IdText))

/** A number in a reply. Texts such as '12.50' are accepted too, because some databases write decimals this way. */
export const Decimal = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,20}(\.\d+)?$/)
    .transform(Number),
])

/**
 * A field that is only displayed. If it is missing or null, the screen shows '—', and the reply is counted as drift (server/bff/drift.ts). With
 * `.nullable()`, null is a regular value. Never use displayOnly() for ids, owners, flags, statuses, versions, fields that a rule reads, or fields
 * that a form may send back empty.
 */
export const displayOnly = <S extends z.ZodType>(schema: S) => schema.nullable().default(null)

/** A text and a number in a reply that are only displayed. */
export const Words = displayOnly(z.string())
export const Amount = displayOnly(Decimal)

/**
 * Addition to the contract: how many times a record was changed. A write with an outdated number gets 409 instead of overwriting somebody else's
 * change.
 */
export const Version = z.int().optional()

/** 'S': yes, 'N': no. */
export const Flag = z.enum(['S', 'N'])

/** 'A': active, 'I': inactive. */
export const Status = z.enum(['A', 'I'])

/** A duration 'HH:MM:SS'. The hours may have three digits, and even more in the total of a company. */
export const Duration = z.string().regex(/^\d{2,9}:[0-5]\d:[0-5]\d$/, 'Formato inválido. Use HH:MM:SS.')

/** A number of hours, written 'HHH:MM' or 'HH:MM'. */
export const HoursMinutes = z
  .string(messages.required)
  .regex(...hoursForm)
  .regex(...minutesForm)

/** A month, written 'YYYY-MM'. */
export const Month = z.string().regex(/^(19|2[01])\d{2}-(0[1-9]|1[0-2])$/, 'Mês inválido.')

/** A month, written 'MM/YYYY'. */
export const MonthYear = z.string().regex(/^(0[1-9]|1[0-2])\/\d{4}$/, 'Mês inválido.')

/** An amount in reais with at most two decimals, between minus and plus ten billion. */
export const Money = z
  .number(messages.number)
  .gt(-TOO_MUCH, ABOVE_MOST)
  .lt(TOO_MUCH, ABOVE_MOST)
  .refine((reais) => Number(reais.toFixed(2)) === reais, messages.number)

/** A date 'YYYY-MM-DD'. The year 0 is refused, because databases do not have it. */
export const Day = z.iso.date().refine((day) => day >= '0001', messages.day)

/** A date that is stored, within the years that calendars and spreadsheets support. */
export const WrittenDay = Day.refine((day) => day >= YEARS[0] && day <= YEARS[1], messages.day)

/** Adds to a body the check that the second of two dates is not before the first. */
export const inDayOrder = <B extends z.ZodType<object>>(body: B, from: keyof z.output<B> & string, until: keyof z.output<B> & string) =>
  body.refine(
    (one) => {
      // The schema of the body has parsed both fields, so each is a date or missing.
      const [begins, ends] = [one[from], one[until]] as (string | null | undefined)[]
      return !begins || !ends || ends >= begins
    },
    { path: [until], error: messages.daysInOrder },
  )

/** A time of day, written 'HH:MM'. */
export const Hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.hour)

/** A wall time at UTC-4, written without a zone: 'YYYY-MM-DDTHH:MM:SS'. */
export const Instant = z.iso.datetime({ local: true, precision: 0 }).regex(/\d$/, messages.instant)

/**
 * Whether a text is free of characters that nobody types: half a surrogate pair, characters that XML forbids, marks that change the text direction.
 */
const isText = (t: string) => t.isWellFormed() && !/[\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069]/u.test(t)
/** Control characters that are refused in a text of one line, and those refused in a text of several lines. */
const CONTROL = /\p{Cc}/u
const CONTROL_IN_LINES = /[^\P{Cc}\n\r\t]/u

/** A well-formed text of at most `max` characters. max() of zod is not used, because it would count an emoji twice. */
const bounded = (schema: z.ZodString, { name, max }: Pick<TextField, 'name' | 'max'>, refused: RegExp) =>
  schema
    .refine((t) => lengthOf(t) <= max, tooLong({ name, max }))
    .refine((t) => isText(t) && !refused.test(t), 'Contém caracteres que não são aceitos.')
    .meta({ maxLength: max })
const filled = ({ empty }: TextField) =>
  z
    .string(empty)
    .trim()
    .refine((t) => !isBlank(t), empty)
    .meta({ minLength: 1 })

/** A required text, which has 1 to `max` characters after trimming. */
export const text = (field: TextField) => bounded(filled(field), field, CONTROL)
/** A required text that may have line breaks. */
export const lines = (field: TextField) => bounded(filled(field), field, CONTROL_IN_LINES)
/** A text like text(), but an empty one is allowed. */
export const line = (name: string, max: number) => bounded(z.string(messages.required).trim(), { name, max }, CONTROL)
/** A text like lines(), but an empty one is allowed. */
export const note = (name: string, max = 4000) => bounded(z.string(messages.required).trim(), { name, max }, CONTROL_IN_LINES)

export const Description = text(DESCRIPTION)

/** A person in a list. Other fields of the person are not sent. */
export const PersonName = z.object({ ID: Id, NOMECOMPLETOUSUARIO: Words })
/** A region or a department as an option of a list. */
export const Described = z.object({ ID: Id, DESCRICAO: Words })

/** The reply of a POST. */
export const Created = z.object({ id: Id })
/** The reply of a PUT or a DELETE. */
export const Done = z.object({})
/** The reply of a PATCH that switches between active and inactive. */
export const Toggled = z.object({ idStatus: Status })
