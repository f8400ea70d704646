// The primitives of the wire (docs/contract.md).
import { z } from 'zod'
import { messages } from './messages.ts'

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

/** A reply's text; null is none. What decides (ids, owners, flags) is taken as it has to be, and nothing else. */
export const Words = z.union([z.string(), z.null().transform(() => '')])

/** A reply's number; a text that is one is taken, as some databases write decimals: '12.50'. */
export const Amount = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
])

/** (+) Counts a record's changes; who sends the one that was read is told 409 instead of overwriting another's change. */
export const Version = z.int().optional()

/** 'S' yes, 'N' no. */
export const Flag = z.enum(['S', 'N'])

/** 'A' active, 'I' inactive. */
export const Status = z.enum(['A', 'I'])

/** A duration 'HH:MM:SS'; hours may have three digits, and more in a company's total. */
export const Duration = z.string().regex(/^\d{2,6}:[0-5]\d:[0-5]\d$/)

/** A number of hours: 'HHH:MM', or 'HH:MM'. */
export const HoursMinutes = z
  .string(messages.required)
  .regex(/^\d{2,3}:\d{2}$/, 'Formato inválido. Use HH:MM ou HHH:MM.')
  .regex(/:[0-5]\d$/, 'Minutos devem estar entre 00 e 59.')

/** A month: 'MM/YYYY'. */
export const MonthYear = z.string().regex(/^(0[1-9]|1[0-2])\/\d{4}$/, 'Mês inválido.')

/** Reais with at most 2 decimals, below 10 thousand millions either way. */
export const Money = z
  .number(messages.number)
  .gt(-1e10)
  .lt(1e10)
  .refine((reais) => Number(reais.toFixed(2)) === reais, messages.number)

/** A date: 'YYYY-MM-DD'. Databases know no year 0. */
export const Day = z.iso.date().refine((day) => day >= '0001', messages.day)

/** A time of day: 'HH:MM'. */
export const Hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.hour)

/** Wall time at UTC-4 without a zone: 'YYYY-MM-DDTHH:MM:SS'. */
export const Instant = z.iso.datetime({ local: true, precision: 0 }).regex(/\d$/)

/** No text of anyone's: half a character, what is no character in XML, what turns the order of what follows. */
const isText = (t: string) => t.isWellFormed() && !/[\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069]/u.test(t)
/** Nothing of it can be seen. U+2800 is Braille without a dot. */
const isBlank = (t: string) => /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]*$/u.test(t)

/** A person's own words, 1..`max` characters after trimming, whole Unicode text without control characters. `empty`, `long`: what is said when it is not. */
export const text = (max: number, empty: string, long = `Não pode ter mais que ${max} caracteres.`) =>
  z
    .string(empty)
    .trim()
    .refine((t) => !isBlank(t), empty)
    .max(max, long)
    .refine((t) => isText(t) && !/\p{Cc}/u.test(t), 'Contém caracteres que não são aceitos.')

/** What a record of a register is called: the shared rule of 50 characters. */
export const Description = text(50, messages.description, messages.descriptionLong)

/** A list of people carries nothing else. */
export const PersonName = z.object({ ID: Id, NOMECOMPLETOUSUARIO: Words })
/** A region or a department to choose. */
export const Described = z.object({ ID: Id, DESCRICAO: Words })

/** Like text(), but it may be empty and may have lines. */
export const note = (max = 4000) =>
  z
    .string(messages.required)
    .trim()
    .max(max, `Não pode ter mais que ${max} caracteres.`)
    .refine((t) => isText(t) && !/[^\P{Cc}\n\r\t]/u.test(t), 'Contém caracteres que não são aceitos.')

/** Like text(), but it may be empty. */
export const line = (max: number) => note(max).refine((t) => !/\p{Cc}/u.test(t), 'Contém caracteres que não são aceitos.')

/** What a POST answers. */
export const Created = z.object({ id: Id })
/** What a PUT or a DELETE answers. */
export const Done = z.object({})
/** What a PATCH that turns active into inactive, or back, answers. */
export const Toggled = z.object({ idStatus: Status })
