// The primitives of the wire (docs/contract.md).
import { z } from 'zod'
import { YEARS } from './clock.ts'
import { hoursForm, minutesForm } from './hours.ts'
import { messages } from './messages.ts'
import { ABOVE_MOST, TOO_MUCH } from './money.ts'
import { DESCRIPTION, isBlank, lengthOf, tooLong, type TextField } from './text.ts'

/** `params` of an issue whose message is understood without its field: it is the message of the 400 then, instead of 'Formulário inválido!'. */
export const GIVES_REASON = { givesReason: true }

/** A record's id: an integer 1..2147483647. */
export const Id = z.int('Código inválido.').min(1, 'Código inválido.').max(2_147_483_647, 'Código inválido.')

/** A record that a form asks to choose. */
export const Chosen = z.int(messages.required).pipe(Id)

/** An id as it stands in a path or a query: decimal digits without a leading zero. */
export const IdText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Código inválido.')
  .transform(Number)
  .pipe(Id)

/** The own id of a record that is being created: absent, null or 0. */
export const NewId = z.union([z.literal(0), z.null()]).optional()

/** Ids in a body. */
export const Ids = z.array(Id).max(1000)

/** Ids in a query: the key once or many times. */
export const IdTexts = z
  .union([z.string(), z.array(z.string()).max(1000)])
  .transform((ids) => [ids].flat())
  .pipe(z.array(IdText))

/** A reply's number; a text that is one is taken, as some databases write decimals: '12.50'. */
export const Decimal = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,20}(\.\d+)?$/)
    .transform(Number),
])

/**
 * What is only shown of a reply: left out or null, it is none ('—') and counted as drift (server/bff/drift.ts). With `.nullable()` null is an answer like
 * any other. Never what decides: ids, owners, flags, status, versions, whatever a rule reads, and what a form may send back empty.
 */
export const displayOnly = <S extends z.ZodType>(schema: S) => schema.nullable().default(null)

/** A reply's text, and its number, to be shown. */
export const Words = displayOnly(z.string())
export const Amount = displayOnly(Decimal)

/** (+) Counts a record's changes; who sends the one that was read is told 409 instead of overwriting another's change. */
export const Version = z.int().optional()

/** 'S' yes, 'N' no. */
export const Flag = z.enum(['S', 'N'])

/** 'A' active, 'I' inactive. */
export const Status = z.enum(['A', 'I'])

/** A duration 'HH:MM:SS'; hours may have three digits, and more in a company's total. */
export const Duration = z.string().regex(/^\d{2,9}:[0-5]\d:[0-5]\d$/, 'Formato inválido. Use HH:MM:SS.')

/** A number of hours: 'HHH:MM', or 'HH:MM'. */
export const HoursMinutes = z
  .string(messages.required)
  .regex(...hoursForm)
  .regex(...minutesForm)

/** A month: 'MM/YYYY'. */
export const MonthYear = z.string().regex(/^(0[1-9]|1[0-2])\/\d{4}$/, 'Mês inválido.')

/** Reais with at most 2 decimals, below 10 thousand millions either way. */
export const Money = z
  .number(messages.number)
  .gt(-TOO_MUCH, ABOVE_MOST)
  .lt(TOO_MUCH, ABOVE_MOST)
  .refine((reais) => Number(reais.toFixed(2)) === reais, messages.number)

/** A date: 'YYYY-MM-DD'. Databases know no year 0. */
export const Day = z.iso.date().refine((day) => day >= '0001', messages.day)

/** One that is stored, of the years that calendars and sheets know. */
export const WrittenDay = Day.refine((day) => day >= YEARS[0] && day <= YEARS[1], messages.day)

/** A record of which two fields are days: the second is none before the first. */
export const inDayOrder = <B extends z.ZodType<object>>(body: B, from: keyof z.output<B> & string, until: keyof z.output<B> & string) =>
  body.refine(
    (one) => {
      // Days or none, by the record's own schema.
      const [begins, ends] = [one[from], one[until]] as (string | null | undefined)[]
      return !begins || !ends || ends >= begins
    },
    { path: [until], error: messages.daysInOrder },
  )

/** A time of day: 'HH:MM'. */
export const Hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.hour)

/** Wall time at UTC-4 without a zone: 'YYYY-MM-DDTHH:MM:SS'. */
export const Instant = z.iso.datetime({ local: true, precision: 0 }).regex(/\d$/, messages.instant)

/** No text of anyone's: half a character, what is no character in XML, what turns the order of what follows. */
const isText = (t: string) => t.isWellFormed() && !/[\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069]/u.test(t)
/** Control characters; and those of them that are none of a text in lines. */
const CONTROL = /\p{Cc}/u
const CONTROL_IN_LINES = /[^\P{Cc}\n\r\t]/u

/** Whole Unicode text of up to `max` characters. The schema's own max() would count an emoji twice. */
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

/** A person's own words, 1..`max` characters after trimming. */
export const text = (field: TextField) => bounded(filled(field), field, CONTROL)
/** The same, in lines. */
export const lines = (field: TextField) => bounded(filled(field), field, CONTROL_IN_LINES)
/** Like text(), but it may be empty. */
export const line = (name: string, max: number) => bounded(z.string(messages.required).trim(), { name, max }, CONTROL)
/** Like lines(), but it may be empty. */
export const note = (name: string, max = 4000) => bounded(z.string(messages.required).trim(), { name, max }, CONTROL_IN_LINES)

export const Description = text(DESCRIPTION)

/** A list of people carries nothing else. */
export const PersonName = z.object({ ID: Id, NOMECOMPLETOUSUARIO: Words })
/** A region or a department to choose. */
export const Described = z.object({ ID: Id, DESCRICAO: Words })

/** What a POST answers. */
export const Created = z.object({ id: Id })
/** What a PUT or a DELETE answers. */
export const Done = z.object({})
/** What a PATCH that turns active into inactive, or back, answers. */
export const Toggled = z.object({ idStatus: Status })
