// The tables as the handlers use them; `casing: 'snake_case'` names the columns. The constraints are in migrations/.
import { sql, type SQL } from 'drizzle-orm'
import { bigint, boolean, customType, date, integer, jsonb, numeric, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core'
import { MOVEMENTS, REGISTRATION_STATES } from '../../../shared/features/bank-files.ts'
import { PAYMENT_WAYS } from '../../../shared/features/nfse.ts'
import { NOTICE_KINDS } from '../../../shared/features/notices.ts'
import type { Terms } from '../banks/bank.ts'
import type { Happening } from '../banks/return-file.ts'

const id = () => integer().primaryKey().generatedByDefaultAsIdentity()
const status = () =>
  text({ enum: ['A', 'I'] })
    .notNull()
    .default('A')
const flag = () =>
  text({ enum: ['S', 'N'] })
    .notNull()
    .default('N')
/** Version of the record. Each change increases it. */
const version = () => integer().notNull().default(1)
/** A wall time (UTC-4), stored without a zone. */
const wall = () => timestamp({ mode: 'string', precision: 0 })

export const settings = pgTable('settings', { key: text().primaryKey(), value: text().notNull() })

export const departments = pgTable('departments', { id: id(), name: text().notNull(), status: status(), version: version() })

export const users = pgTable('users', {
  id: id(),
  name: text().notNull(),
  email: text().notNull(),
  passwordHash: text().notNull(),
  departmentId: integer().notNull(),
  supervisor: flag(),
  staff: boolean().notNull().default(true),
  commission: numeric({ precision: 5, scale: 2 }).notNull().default('0'),
  status: status(),
  version: version(),
})

export const menus = pgTable('menus', {
  id: id(),
  parentId: integer(),
  position: integer().notNull(),
  title: text().notNull(),
  icon: text(),
  route: text(),
})

export const userMenus = pgTable('user_menus', { userId: integer().notNull(), menuId: integer().notNull() }, (t) => [
  primaryKey({ columns: [t.userId, t.menuId] }),
])

export const tokens = pgTable('tokens', {
  hash: text().primaryKey(),
  userId: integer().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})

export const cities = pgTable('cities', { id: integer().primaryKey(), name: text().notNull(), uf: text().notNull() })

export const clients = pgTable('clients', {
  id: id(),
  name: text().notNull(),
  cityId: integer().notNull(),
  phone: text().notNull().default(''),
  status: status(),
  version: version(),
})

export const cars = pgTable('cars', {
  id: id(),
  plate: text().notNull(),
  number: text().notNull(),
  description: text().notNull(),
  status: status(),
  version: version(),
})

export const regions = pgTable('regions', { id: id(), description: text().notNull(), status: status(), version: version() })

export const activities = pgTable('activities', {
  id: id(),
  description: text().notNull(),
  client: flag(),
  car: flag(),
  region: flag(),
  onTv: flag(),
  status: status(),
  version: version(),
})

export const appointments = pgTable('appointments', {
  id: id(),
  userId: integer().notNull(),
  activityId: integer().notNull(),
  clientId: integer(),
  carId: integer(),
  regionId: integer(),
  startsAt: wall().notNull(),
  endsAt: wall().notNull(),
  status: status(),
  reversalReason: text(),
  version: version(),
  /** Number of the outing. Appointments of people who travel together share it; by default a new number is drawn. */
  outing: integer()
    .notNull()
    .default(sql`nextval('outings')`),
  /** Number of the repetition with which the appointment was created; null if it was created alone. */
  series: integer(),
})

/** The secret address of a person's calendar, by the SHA-256 of its key. */
export const calendarAddresses = pgTable('calendar_addresses', {
  userId: integer().primaryKey(),
  hash: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
})

/** A change to a person's appointment by somebody else. `more` is the number of further appointments of the same change. */
export const notices = pgTable('notices', {
  id: id(),
  userId: integer().notNull(),
  kind: text({ enum: NOTICE_KINDS }).notNull(),
  appointmentId: integer().notNull(),
  byId: integer().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
  /** Activity and client, and the times, as they were then. */
  description: text().notNull(),
  startsAt: wall().notNull(),
  endsAt: wall().notNull(),
  more: integer().notNull().default(0),
  readAt: timestamp({ withTimezone: true }),
  mailedAt: timestamp({ withTimezone: true }),
})

/** Whether a person gets notices by e-mail, and when the last mail was sent. */
export const noticeSettings = pgTable('notice_settings', {
  userId: integer().primaryKey(),
  byMail: boolean().notNull(),
  mailedAt: timestamp({ withTimezone: true }),
})

/** The authenticator app of a person. `lastStep` is the time step of the last accepted code. */
export const authenticatorApps = pgTable('authenticator_apps', {
  userId: integer().primaryKey(),
  /** The shared secret, as base32. */
  secret: text().notNull(),
  confirmedAt: timestamp({ withTimezone: true }),
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
})

export const passkeys = pgTable('passkeys', {
  id: id(),
  userId: integer().notNull(),
  /** The id that the authenticator gave it. */
  credential: text().notNull(),
  publicKey: text().notNull(),
  counter: bigint({ mode: 'number' }).notNull(),
  transports: text().array().notNull(),
  name: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
  usedAt: timestamp({ withTimezone: true }),
})

/** Codes that replace the second factor, each once, by their SHA-256. */
export const recoveryCodes = pgTable('recovery_codes', {
  hash: text().primaryKey(),
  userId: integer().notNull(),
  usedAt: timestamp({ withTimezone: true }),
})

/** Sign-ins that wait for the second factor, and factors that are being made. `value` is the WebAuthn challenge, or the secret of a new app. */
export const challenges = pgTable('challenges', {
  hash: text().primaryKey(),
  userId: integer().notNull(),
  value: text().notNull(),
  attempts: integer().notNull().default(0),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
})

const named = { id: id(), description: text().notNull(), status: status(), version: version() }
export const trackActivities = pgTable('track_activities', named)
export const trackCategories = pgTable('track_categories', { ...named, kind: text().notNull() })
export const trackModules = pgTable('track_modules', { ...named, color: text().notNull() })
export const trackTags = pgTable('track_tags', named)

export const timeEntries = pgTable('time_entries', {
  id: id(),
  userId: integer().notNull(),
  activityId: integer(),
  categoryId: integer(),
  moduleId: integer(),
  tagId: integer(),
  description: text().notNull().default(''),
  startedAt: wall().notNull(),
  endedAt: wall(),
  origin: text().notNull().default('Track'),
  version: version(),
})

/** A month of time tracking that was closed at least once. */
export const monthClosings = pgTable('month_closings', {
  id: id(),
  /** The first day of the month. */
  month: date({ mode: 'string' }).notNull(),
  closed: boolean().notNull(),
  /** The last change of `closed`. */
  changedAt: timestamp({ withTimezone: true }).notNull(),
  changedBy: integer().notNull(),
  version: version(),
})

/** Ended appointments that their person has booked as time or dismissed. */
export const answeredVisits = pgTable('answered_visits', { id: id(), appointmentId: integer().notNull(), userId: integer().notNull() })

/** A sum of finished entries. An id of 0 means that the field is not set. */
const timeSum = {
  userId: integer().notNull(),
  activityId: integer().notNull(),
  categoryId: integer().notNull(),
  moduleId: integer().notNull(),
  tagId: integer().notNull(),
  seconds: bigint({ mode: 'number' }).notNull(),
}
/** Sums per month, kept by the database itself. `month` is the first day of the month. */
export const timeMonths = pgTable('time_months', {
  month: date({ mode: 'string' }).notNull(),
  ...timeSum,
})

/** Sums per year, likewise. `year` is the first day of the year. */
export const timeYears = pgTable('time_years', {
  year: date({ mode: 'string' }).notNull(),
  ...timeSum,
})

export const sprints = pgTable('sprints', {
  id: id(),
  description: text().notNull(),
  startsOn: date({ mode: 'string' }).notNull(),
  endsOn: date({ mode: 'string' }).notNull(),
  version: version(),
})

export const sprintTasks = pgTable('sprint_tasks', {
  id: id(),
  sprintId: integer().notNull(),
  description: text().notNull(),
  type: text().notNull(),
  status: text().notNull(),
  planned: text().$type<'S' | 'N'>().notNull().default('S'),
  version: version(),
})

/** Statuses of projects and service controls. A status with the icon 'mdi-check' means finished. */
export const statuses = pgTable('statuses', {
  id: id(),
  description: text().notNull(),
  color: text().notNull(),
  icon: text().notNull(),
  kind: text({ enum: ['project', 'service'] })
    .notNull()
    .default('project'),
})

const progress = () => numeric({ precision: 5, scale: 2, mode: 'number' }).notNull()
const period = { startsOn: date({ mode: 'string' }), endsOn: date({ mode: 'string' }) }

export const projects = pgTable('projects', {
  id: id(),
  type: text({ enum: ['P', 'T'] }).notNull(),
  description: text().notNull(),
  statusId: integer().notNull(),
  priority: integer().notNull(),
  progress: progress(),
  taskNumber: integer(),
  note: text(),
  ...period,
  status: status(),
  version: version(),
})

export const projectSteps = pgTable('project_steps', {
  id: id(),
  projectId: integer().notNull(),
  description: text().notNull(),
  progress: progress(),
  responsibleId: integer().notNull(),
  note: text(),
  ...period,
  status: status(),
  version: version(),
})

export const projectClients = pgTable('project_clients', {
  id: id(),
  projectId: integer().notNull(),
  clientId: integer().notNull(),
  note: text(),
  version: version(),
})

/** Service hours that a client bought. Money is in cents, time in minutes. */
export const serviceControls = pgTable('service_controls', {
  id: id(),
  clientId: integer().notNull(),
  userId: integer().notNull(),
  statusId: integer().notNull(),
  minutes: integer().notNull(),
  cents: bigint({ mode: 'number' }),
  startsOn: date({ mode: 'string' }).notNull(),
  note: text().notNull(),
  version: version(),
})

export const serviceMovements = pgTable('service_movements', {
  id: id(),
  controlId: integer().notNull(),
  ticket: text().notNull(),
  minutes: integer().notNull(),
  description: text().notNull(),
  startsOn: date({ mode: 'string' }).notNull(),
  endsOn: date({ mode: 'string' }).notNull(),
  lowers: boolean().notNull().default(true),
  userId: integer().notNull(),
  watchedUntil: date({ mode: 'string' }),
  status: status(),
  version: version(),
})

export const commissions = pgTable('commissions', {
  id: id(),
  controlId: integer().notNull(),
  /** P: instalment, R: receipt. */
  kind: text({ enum: ['P', 'R'] }).notNull(),
  ticket: text(),
  onDay: date({ mode: 'string' }).notNull(),
  cents: bigint({ mode: 'number' }).notNull(),
  history: text(),
  status: status(),
  version: version(),
})

/** Released parts of a movement's commission, each with its person and day. Rows are only added. */
export const commissionReleases = pgTable('commission_releases', {
  id: id(),
  movementId: integer().notNull(),
  userId: integer().notNull(),
  releasedOn: date({ mode: 'string' }).notNull(),
  /** Set for a later difference, which may be negative: the day of the movement's first release. */
  adjusts: date({ mode: 'string' }),
  minutes: integer().notNull(),
  /** The price per hour and the person's percentage, as they were on that day. */
  cents: bigint({ mode: 'number' }),
  percent: numeric({ precision: 5, scale: 2 }).notNull(),
})

/** Closings of commissions. Only the payment of a closing may change. */
export const commissionClosings = pgTable('commission_closings', {
  id: id(),
  /** First day of the month. */
  month: date({ mode: 'string' }).notNull(),
  closedAt: timestamp({ withTimezone: true }).notNull(),
  closedBy: integer().notNull(),
  paidOn: date({ mode: 'string' }),
  paidBy: integer(),
  version: version(),
})

/** The releases of a closing, with their values and names as they were on that day. */
export const commissionClosingRows = pgTable('commission_closing_rows', {
  releaseId: integer().primaryKey(),
  closingId: integer().notNull(),
  controlId: integer().notNull(),
  movementId: integer().notNull(),
  userId: integer().notNull(),
  person: text().notNull(),
  client: text().notNull(),
  ticket: text(),
  dateRef: date({ mode: 'string' }).notNull(),
  releasedOn: date({ mode: 'string' }).notNull(),
  minutes: integer().notNull(),
  cents: bigint({ mode: 'number' }),
  percent: numeric({ precision: 5, scale: 2 }).notNull(),
  /** The commission in cents; null without a price per hour. */
  commissionCents: bigint({ mode: 'number' }),
  /** Set if an earlier closing has a release of the same movement: the first day of that closing's month. */
  adjusts: date({ mode: 'string' }),
})

/** A batch: the advances to a person, in cash and on a card, and the person's expenses. */
export const batches = pgTable('batches', { id: id(), userId: integer().notNull(), status: status(), version: version() })

export const batchTypes = pgTable('batch_types', { id: id(), description: text().notNull(), status: status(), version: version() })

export const batchMovements = pgTable('batch_movements', {
  id: id(),
  batchId: integer().notNull(),
  /** C: credit, D: debit, F: closing. A closing has no operation, responsible, client or type. */
  operator: text({ enum: ['C', 'D', 'F'] }).notNull(),
  /** C: card, D: cash. */
  operation: text({ enum: ['C', 'D'] }),
  cents: bigint({ mode: 'number' }).notNull(),
  /** C: a client, E: the company. */
  responsible: text({ enum: ['C', 'E'] }),
  clientId: integer(),
  typeId: integer(),
  onDay: date({ mode: 'string' }).notNull(),
  note: text(),
  /** File name, length in bytes and SHA-256 of the receipt. */
  receipt: text(),
  receiptBytes: integer(),
  receiptDigest: text(),
  /** The balances in cents, on the card and in cash, that a closing found. Null for other movements and for old closings. */
  closedCard: bigint({ mode: 'number' }),
  closedCash: bigint({ mode: 'number' }),
  status: status(),
  version: version(),
})

/** A file. It is sent as base64, because the embedded database accepts it in this form in a tenth of the time of a bytes parameter. */
const base64 = customType<{ data: string; driverData: SQL }>({ dataType: () => 'bytea', toDriver: (data) => sql`decode(${data}, 'base64')` })
export const batchReceipts = pgTable('batch_receipts', { movementId: integer().primaryKey(), content: base64().notNull() })

const cents = () => bigint({ mode: 'number' }).notNull()
const day = () => date({ mode: 'string' })

export const companies = pgTable('companies', { id: id(), name: text().notNull(), status: status(), version: version() })

/** Sources of income. Each instalment and each account belongs to one source. */
export const costCentres = pgTable('cost_centres', { id: id(), name: text().notNull(), status: status(), version: version() })

export const payables = pgTable('payables', {
  id: id(),
  companyId: integer().notNull(),
  supplier: text().notNull(),
  document: text().notNull(),
  dueOn: day().notNull(),
  cents: cents(),
  paidOn: day(),
  version: version(),
})

/** `description` holds bank, branch and number. */
export const bankAccounts = pgTable('bank_accounts', {
  id: id(),
  companyId: integer().notNull(),
  description: text().notNull(),
  currentCents: cents(),
  investedCents: cents().default(0),
  version: version(),
})

export const cashBoxes = pgTable('cash_boxes', {
  id: id(),
  companyId: integer().notNull(),
  description: text().notNull(),
  cents: cents(),
  version: version(),
})

/** An account of an income statement. A DRE consists of all accounts that carry its name; its id is that of the first one. */
export const dreAccounts = pgTable('dre_accounts', {
  id: id(),
  dre: text().notNull(),
  position: integer().notNull(),
  name: text().notNull(),
  /** The part of the account to which postings refer (custo analítico). Null if the account is not divided. */
  analytic: text(),
  /** True if the account is the sum of all accounts above it. */
  subtotal: boolean().notNull().default(false),
  /** The cost centre whose receivables the account sums, beside its postings. */
  centreId: integer(),
  version: version(),
})

export const postings = pgTable('postings', {
  id: id(),
  companyId: integer().notNull(),
  accountId: integer().notNull(),
  onDay: day().notNull(),
  description: text().notNull(),
  /** Text that tells apart postings with the same day and description; '' if there is none. */
  document: text().notNull().default(''),
  /** A negative amount reduces the result. */
  cents: cents(),
  version: version(),
})

/** The filter of the income statement that a person saved last. */
export const dreFilters = pgTable('dre_filters', {
  userId: integer().primaryKey(),
  dreId: integer().notNull(),
  companyIds: integer().array().notNull(),
})

const percent = () => numeric({ precision: 5, scale: 2, mode: 'number' }).notNull()
const instant = () => timestamp({ withTimezone: true })
/** An address as documents show it. */
const address = {
  street: text().notNull().default(''),
  number: text().notNull().default(''),
  complement: text().notNull().default(''),
  district: text().notNull().default(''),
  /** The CEP, as eight digits. */
  cep: text().notNull().default(''),
  phone: text().notNull().default(''),
}

/** The data that a company needs to issue NFS-e and boletos. */
export const issuers = pgTable('issuers', {
  id: id(),
  companyId: integer().notNull(),
  cnpj: text().notNull(),
  name: text().notNull(),
  tradeName: text().notNull().default(''),
  cityRegistration: text(),
  ...address,
  cityId: integer().notNull(),
  email: text().notNull().default(''),
  /** opSimpNac: 1 outside the Simples, 2 MEI, 3 ME or EPP. */
  simples: smallint().$type<1 | 2 | 3>().notNull(),
  /** regApTribSN. It is set only for ME and EPP. */
  simplesRegime: smallint(),
  /** regEspTrib: 0 none. */
  specialRegime: smallint().notNull().default(0),
  /** Shares of tax in a price, in percent. */
  taxFederal: percent().default(0),
  taxState: percent().default(0),
  taxCity: percent().default(0),
  /** cIndOp, CST and cClassTrib. They are set if IBS and CBS are declared. */
  ibsOperation: text(),
  ibsSituation: text(),
  ibsClass: text(),
  series: integer().notNull(),
  nextNumber: bigint({ mode: 'number' }).notNull().default(1),
  /** COMPE code of the bank. Null if the company issues no boletos. */
  bank: text(),
  /** The parts of the contract with the bank (server/api/banks/bank.ts), '' for a part that the bank does not use. */
  agreement: text().notNull().default(''),
  wallet: text().notNull().default(''),
  variation: text().notNull().default(''),
  branch: text().notNull().default(''),
  bankAccount: text().notNull().default(''),
  post: text().notNull().default(''),
  transmission: text().notNull().default(''),
  nextSlip: bigint({ mode: 'number' }).notNull().default(1),
  /** Number of the next remessa. */
  nextFile: integer().notNull().default(1),
  /** Interest, fine, discount and deadlines of its boletos. Null if there are none. */
  terms: jsonb().$type<Terms>(),
  pixKey: text(),
  /** The kind of the PIX key. Null if the key itself shows its kind. */
  pixKind: text({ enum: ['cpf', 'cnpj', 'email', 'phone', 'evp'] }),
  /** Whether the city's agreement with the national system is active. Null if unknown. */
  cityAgreement: boolean(),
  version: version(),
})

/**
 * A receivable: an instalment of a client's debt. An NFS-e, a boleto or both are issued from one with an issuer, whose columns the sheet of accounts
 * fills. One that was invoiced elsewhere has no issuer, and is known by its `paper`.
 */
export const accounts = pgTable('accounts', {
  id: id(),
  /** The database sets it to the issuer's company if the account has an issuer. */
  companyId: integer().notNull(),
  centreId: integer().notNull(),
  /** The client in the register, if known. */
  clientId: integer(),
  /** The document of a receivable that was invoiced elsewhere, such as 'NFS-e 8310'. Null if there is an issuer. */
  paper: text(),
  issuerId: integer(),
  reference: integer(),
  instalment: smallint(),
  /** The first day of the month to which the service belongs; of the due date if it was invoiced elsewhere. */
  month: day().notNull(),
  /** CNPJ or CPF of the customer. */
  document: text(),
  name: text().notNull().default(''),
  tradeName: text().notNull().default(''),
  cityRegistration: text(),
  ...address,
  cityId: integer(),
  emails: text().array().notNull().default([]),
  /** cTribNac, as six digits. */
  serviceCode: text().notNull().default(''),
  service: text().notNull().default(''),
  nbs: text(),
  description: text().notNull().default(''),
  /** The amount of the service. */
  cents: cents(),
  /** Rate of the ISS, in percent. */
  issRate: numeric({ precision: 4, scale: 2, mode: 'number' }).notNull().default(0),
  issWithheld: boolean().notNull().default(false),
  /**
   * The net amount, which the client pays. The database computes it by the rule of `netOf` (server/api/nfse/amounts.ts). A cancelled account owes only
   * what was received of it.
   */
  owedCents: cents().generatedAlwaysAs(sql`cents - withheld ISS`),
  dueOn: day().notNull(),
  /** The amount received according to a file of receivables, and the day of its receipt. */
  importedCents: cents().default(0),
  importedOn: day(),
  /** The sum of the payments that were not undone, and the latest day of their credit. The database keeps both. */
  paidCents: cents().default(0),
  paidOn: day(),
  /** Amount received so far, and the day of the latest receipt: both of the above. */
  receivedCents: cents().generatedAlwaysAs(sql`imported + paid`),
  receivedOn: day().generatedAlwaysAs(sql`the later day`),
  /** 1 open, 2 sent, 3 issued. */
  noteStatus: smallint().$type<1 | 2 | 3>().notNull().default(1),
  /** 1 open, 2 issued. */
  slipStatus: smallint().$type<1 | 2>().notNull().default(1),
  /** When the authority registered the cancellation of the NFS-e. */
  cancelledAt: instant(),
  version: version(),
})

/** A payment of an account. It is never changed or deleted, but can be undone once. */
export const payments = pgTable('payments', {
  id: id(),
  accountId: integer().notNull(),
  /** The amount that settles the account, and interest and fine that were paid beyond it. */
  cents: cents(),
  additionsCents: cents().default(0),
  /** The part of `cents` that nobody pays: a discount or an abatement. */
  discountCents: cents().default(0),
  paidOn: day().notNull(),
  /** The day on which the money is available. */
  creditedOn: day().notNull(),
  way: text({ enum: PAYMENT_WAYS }).notNull(),
  note: text().notNull().default(''),
  userId: integer().notNull(),
  at: instant().notNull().defaultNow(),
  undoneAt: instant(),
  undoneBy: integer(),
  undoneFor: text(),
  /** The line of a retorno that told it. Null if a person entered it. */
  returnLineId: integer(),
})

/** Kind of a document: N is the NFS-e, B the boleto. */
const document = () => text({ enum: ['N', 'B'] }).notNull()

/** Each row is both a job and the job's result. Each document of an account is issued once. */
export const emissions = pgTable('emissions', {
  id: id(),
  accountId: integer().notNull(),
  document: document(),
  /** waiting: marked for sending, but issuing has not begun; queued: to be issued from dueAt on. */
  state: text({ enum: ['waiting', 'queued', 'issued', 'refused'] }).notNull(),
  userId: integer().notNull(),
  attempts: integer().notNull().default(0),
  dueAt: instant().notNull().defaultNow(),
  leasedUntil: instant(),
  /** Issuer, series and number of the DPS. For a boleto, `number` is its number at the bank. */
  issuerId: integer(),
  series: integer(),
  number: bigint({ mode: 'number' }),
  dps: text(),
  nfse: text(),
  accessKey: text(),
  barcode: text(),
  pix: text(),
  issuedAt: instant(),
  /** The document that this one replaces once it is issued. */
  replacesId: integer(),
  /** Set when another document has replaced this one, or the note of the account was cancelled. */
  voidedAs: text({ enum: ['replaced', 'cancelled'] }),
  /** Only for an NFS-e that replaces another one: the reason, and the data of the account that it corrects. */
  substitution: jsonb().$type<Substitution>(),
  /** Only for a second copy of a boleto: its due date, and the fine and interest that it asks for besides what is still owed. */
  dueOn: day(),
  fineCents: cents().default(0),
  interestCents: cents().default(0),
  /** Only for a boleto: the issuer's data as it was when the boleto was issued. */
  issuer: jsonb().$type<typeof issuers.$inferSelect & { city: typeof cities.$inferSelect }>(),
})

/** The substitution of an NFS-e: cMotivo, xMotivo, and the columns of the account that the new note corrects. */
export interface Substitution {
  reason: string
  explanation: string
  correction: Partial<typeof accounts.$inferInsert>
}

/** The cancellation of an NFS-e. Each row is both a job and the job's result. */
export const cancellations = pgTable('cancellations', {
  id: id(),
  emissionId: integer().notNull(),
  accountId: integer().notNull(),
  /** cMotivo: 1 wrong issue, 2 service not rendered, 9 other. */
  reason: smallint().$type<1 | 2 | 9>().notNull(),
  explanation: text().notNull(),
  state: text({ enum: ['queued', 'registered', 'refused'] })
    .notNull()
    .default('queued'),
  userId: integer().notNull(),
  at: instant().notNull().defaultNow(),
  attempts: integer().notNull().default(0),
  dueAt: instant().notNull().defaultNow(),
  leasedUntil: instant(),
  /** The signed request, and the event with which the authority answered. */
  request: text(),
  event: text(),
  /** Why it was refused. */
  refusal: text(),
})

/** A boleto at its bank. Its state is that of its entry: sent in a remessa, then as the bank told. */
export const registrations = pgTable('registrations', {
  emissionId: integer().primaryKey(),
  accountId: integer().notNull(),
  issuerId: integer().notNull(),
  bank: text().notNull(),
  /** As the bank's files have it. */
  ourNumber: text().notNull(),
  state: text({ enum: REGISTRATION_STATES }).notNull().default('sent'),
  /** Why the bank refused the entry. */
  reason: text(),
})

/** A file for a bank (remessa). It is never changed. */
export const remittances = pgTable('remittances', {
  id: id(),
  issuerId: integer().notNull(),
  bank: text().notNull(),
  /** Counted without gaps by issuer and bank. */
  number: integer().notNull(),
  name: text().notNull(),
  content: text().notNull(),
  userId: integer().notNull(),
  at: instant().notNull().defaultNow(),
})

/** Orders of a company to its bank about a boleto. An order waits while it is in no remessa, and is never changed after. */
export const bankOrders = pgTable('bank_orders', {
  id: id(),
  emissionId: integer().notNull(),
  movement: text({ enum: MOVEMENTS }).notNull(),
  /** The new due date. */
  dueOn: day(),
  abatementCents: bigint({ mode: 'number' }),
  remittanceId: integer(),
  userId: integer().notNull(),
  at: instant().notNull().defaultNow(),
})

/** A file of a bank (retorno). */
export const returns = pgTable('returns', {
  id: id(),
  issuerId: integer().notNull(),
  bank: text().notNull(),
  number: integer().notNull(),
  writtenOn: day(),
  name: text().notNull(),
  /** Hash of its messages: the same for the same file, whatever its header says. */
  digest: text().notNull(),
  /** Number of messages, and how many of them are about no boleto of the company. */
  messages: integer().notNull(),
  unknown: integer().notNull().default(0),
  userId: integer().notNull(),
  at: instant().notNull().defaultNow(),
})

/** A message of a retorno about a boleto. Each row is also the job that applies it. */
export const returnLines = pgTable('return_lines', {
  id: id(),
  returnId: integer().notNull(),
  line: integer().notNull(),
  emissionId: integer().notNull(),
  /** The same for the same message in another file. */
  key: text().notNull(),
  happening: jsonb().$type<Happening>().notNull(),
  appliedAt: instant(),
})

export const accountEvents = pgTable('account_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  accountId: integer().notNull(),
  document: document(),
  at: instant().notNull().defaultNow(),
  kind: text({ enum: ['queued', 'sent', 'retried', 'issued', 'refused', 'changed'] }).notNull(),
  description: text().notNull(),
  detail: text(),
})

/** One message to one address. A message to several addresses is stored as several mails. */
export const mails = pgTable('mails', {
  id: id(),
  accountId: integer().notNull(),
  /** D: the documents, R: the receipt, C: a request to pay, with the boleto. */
  kind: text({ enum: ['D', 'R', 'C'] }).notNull(),
  address: text().notNull(),
  messageId: text().notNull(),
  state: text({ enum: ['pending', 'sending', 'sent', 'failed', 'unsure'] })
    .notNull()
    .default('pending'),
  attempts: integer().notNull().default(0),
  dueAt: instant().notNull().defaultNow(),
  leasedUntil: instant(),
  log: text(),
  at: instant().notNull().defaultNow(),
  /** The person who requested it. Null if it was sent automatically after issuing. */
  userId: integer(),
})

/** The days on which a client was asked to pay an account. */
export const collections = pgTable(
  'collections',
  { accountId: integer().notNull(), onDay: day().notNull(), userId: integer().notNull(), at: instant().notNull().defaultNow() },
  ({ accountId, onDay }) => [primaryKey({ columns: [accountId, onDay] })],
)

/** Deleted accounts. They are kept here so that a load of their month does not bring them back. */
export const removedAccounts = pgTable(
  'removed_accounts',
  { issuerId: integer().notNull(), reference: integer().notNull(), instalment: smallint().notNull() },
  ({ issuerId, reference, instalment }) => [primaryKey({ columns: [issuerId, reference, instalment] })],
)

export const dataLoads = pgTable('data_loads', {
  id: id(),
  month: day().notNull(),
  /** 0 running, 1 waiting, 2 done. */
  state: smallint().$type<0 | 1 | 2>().notNull().default(1),
  noData: boolean().notNull().default(false),
  problems: text().array().notNull().default([]),
  userId: integer().notNull(),
  leasedUntil: instant(),
  requestedAt: instant().notNull().defaultNow(),
  /** The number of accounts stored, the number of lines refused, and the end of the load. */
  loaded: integer(),
  refused: integer(),
  endedAt: instant(),
})

export const priorities = pgTable('priorities', { id: integer().primaryKey(), description: text().notNull() })

export const userTasks = pgTable('user_tasks', {
  id: id(),
  userId: integer().notNull(),
  description: text().notNull(),
  priorityId: integer().notNull(),
  /** The day for which the task is planned. */
  day: day(),
  status: status(),
  version: version(),
})

export const answered = pgTable(
  'answered',
  {
    userId: integer().notNull(),
    call: text().notNull(),
    key: text().notNull(),
    /** Hash of the request. */
    digest: text().notNull(),
    reply: jsonb(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.call, table.key] })],
)

const added = {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
}

/** The database's own triggers fill this table; its rows are never changed. */
export const auditChanges = pgTable('audit_changes', {
  ...added,
  userId: integer(),
  call: text(),
  relation: text().notNull(),
  recordId: integer(),
  before: jsonb(),
  after: jsonb(),
})

export const auditReads = pgTable('audit_reads', {
  ...added,
  userId: integer().notNull(),
  call: text().notNull(),
  about: text({ enum: ['whereabouts', 'hours', 'commissions'] }).notNull(),
  input: jsonb().notNull(),
})

const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })
/** The database's own triggers fill this table. */
export const tableChanges = pgTable(
  'table_changes',
  {
    relation: text().notNull(),
    /** Number of the transaction that changed the table. */
    xid: transactionId().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.relation, table.xid] })],
)
