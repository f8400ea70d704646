// Error answers of the API. They are always {message} and never reveal internals.
import { DrizzleQueryError } from 'drizzle-orm'
import type { ErrorRequestHandler } from 'express'
import { ZodError } from 'zod'
import { messages as bank } from '../../shared/features/bank-files.ts'
import { messages as ledger } from '../../shared/features/ledger.ts'
import { messages as track } from '../../shared/features/track.ts'
import { failure, messages } from '../../shared/messages.ts'

/** Creates an error that is answered with this status and message: `throw refusal(409, '…')`. */
export const refusal = (status: number, message: string) => Object.assign(new Error(message), { status, refusal: true })

/** Writes one log line. It never contains a token, a password or a body. */
export type Log = (line: { level: 'info' | 'warn' | 'error'; event: string; call?: string; reason?: string }) => void

const noCity = { status: 400, message: 'Município não encontrado. Informe o código do IBGE, de 7 dígitos.' }
const noPerson = { status: 400, message: 'Colaborador não encontrado. Escolha um da lista.' }
const noClient = { status: 400, message: 'Cliente não encontrado. Escolha um da lista.' }
const noStatus = { status: 400, message: 'Status não encontrado. Escolha um da lista.' }
/** Answer for a record whose parent is missing. */
const gone = { status: 404, message: messages.notFound }

/** Answers to errors from the database, by constraint name or SQLSTATE. */
export const REFUSED = new Map([
  ['clients_city_id_fkey', { status: 400, message: 'Cidade não encontrada. Escolha uma cidade da lista.' }],
  ['appointments_one_car', { status: 409, message: 'Este carro já está em outro compromisso nesse horário.' }],
  ['passkeys_credential', { status: 409, message: 'Esta chave de acesso já está cadastrada.' }],
  ['cars_plate_key', { status: 409, message: 'Já existe um carro com essa placa.' }],
  ['user_tasks_priority_id_fkey', { status: 400, message: 'Prioridade não encontrada. Escolha uma da lista.' }],
  ['user_tasks_user_id_fkey', noPerson],
  ['statuses_description_key', { status: 409, message: 'Já existe um status com essa descrição.' }],
  ['projects_status_id_fkey', noStatus],
  ['project_steps_project_id_fkey', gone],
  ['project_steps_responsible_id_fkey', { status: 400, message: 'Responsável não encontrado. Escolha um da lista.' }],
  ['project_clients_project_id_fkey', gone],
  ['project_clients_client_id_fkey', noClient],
  ['project_clients_project_id_client_id_key', { status: 409, message: 'Este cliente já está no projeto.' }],
  ['service_controls_status_id_fkey', noStatus],
  ['service_controls_client_id_fkey', noClient],
  ['service_controls_user_id_fkey', noPerson],
  ['service_movements_control_id_fkey', gone],
  ['service_movements_user_id_fkey', noPerson],
  ['commissions_control_id_fkey', gone],
  ['batches_user_id_fkey', noPerson],
  ['batches_one_active', { status: 409, message: ledger.oneBatch }],
  ['batch_movements_batch_id_fkey', gone],
  ['batch_movements_client_id_fkey', noClient],
  [
    'batch_movements_whole',
    { status: 400, message: 'Operação, tipo, responsável e cliente não combinam com o que está gravado: informe as quatro colunas.' },
  ],
  ['batch_movements_type_id_fkey', { status: 400, message: 'Tipo não encontrado. Escolha um da lista.' }],
  ['accounts_received', { status: 400, message: 'Recebido e recebimento vão juntos: um valor até o da parcela, e o dia.' }],
  ['dre_accounts_one_centre', { status: 409, message: 'Outra conta desta demonstração já soma este centro de custo.' }],
  ['registrations_bank_issuer_id_our_number_key', { status: 409, message: bank.sameNumber }],
  ['returns_digest_key', { status: 409, message: bank.readBefore }],
  ['accounts_sent', { status: 409, message: 'Esta conta já foi enviada: não pode mais ser alterada.' }],
  ['accounts_city_id_fkey', noCity],
  ['issuers_city_id_fkey', noCity],
  [
    'issuers_numbers',
    {
      status: 409,
      message:
        'Números de DPS, de boleto e de remessa não voltam atrás: deixe fora do arquivo as colunas proxima_dps, proximo_boleto e proxima_remessa.',
    },
  ],
  ['issuers_cnpj_key', { status: 409, message: 'Outra empresa já emite com esse CNPJ.' }],
  ['time_entries_one_running', { status: 409, message: track.unfinished }],
  ['users_email_key', { status: 409, message: 'Já existe um usuário com esse e-mail.' }],
  ['users_department_id_fkey', { status: 400, message: 'Departamento não encontrado. Escolha um departamento da lista.' }],
  ['57014', { status: 503, message: messages.unavailable }],
  ['55P03', { status: 503, message: messages.unavailable }],
  // A deadlock: the database has cancelled this transaction, and it may be retried.
  ['40P01', { status: 503, message: messages.unavailable }],
])
/**
 * Codes of SQLSTATE, the driver or the socket that mean a lost database: it is shutting down, unreachable, full or read-only (as with a full disk),
 * or the connection was closed.
 */
const LOST = /^(?:57P0\d|25P03|25006|53\d{3}|08\d{3}|CONNECTION_\w+|CONNECT_TIMEOUT|ECONN\w+|EPIPE|ETIMEDOUT)$/

/** The constraint that made the database refuse, if any. Each driver names the field differently. */
export function constraintOf(error: unknown) {
  if (!(error instanceof DrizzleQueryError)) return undefined
  const { constraint, constraint_name } = error.cause as { constraint?: string; constraint_name?: string }
  return constraint ?? constraint_name
}

/** The SQLSTATE of an error, or the code of its driver or socket. */
export const codeOf = (error: unknown) => ((error instanceof DrizzleQueryError ? error.cause : error) as { code?: string } | undefined)?.code ?? ''

/** The answer to an error. If the fault is ours, it includes a `reason`, which is logged. */
function answerTo(error: unknown): { status: number; message: string; reason?: string } {
  if (error instanceof ZodError) return { status: 400, message: error.issues[0]?.message ?? messages.invalidForm }
  const code = codeOf(error)
  // A transaction that could not begin, or that was lost, throws the driver's own error, so this is checked before DrizzleQueryError.
  if (LOST.test(code)) return { status: 503, message: messages.unavailable, reason: code }
  if (error instanceof DrizzleQueryError) {
    const known = REFUSED.get(constraintOf(error) ?? '') ?? REFUSED.get(code)
    // The message of drizzle's wrapper repeats the parameters, so only the database's own message is logged.
    return known ?? { status: 500, message: messages.database, reason: error.cause?.message ?? '' }
  }
  // Errors of express and its parsers have a status. Their messages are in English and are not passed on.
  const { status = 500, refusal: ours, message, stack } = error as { status?: number; refusal?: true; message?: string; stack?: string }
  if (ours) return { status, message: message ?? failure(status) }
  return status < 500
    ? { status, message: status === 400 ? messages.invalidForm : failure(status) }
    : { status: 500, message: messages.database, reason: stack ?? String(error) }
}

export const answerErrors =
  (log: Log): ErrorRequestHandler =>
  (error, req, res, next) => {
    if (res.headersSent) return next(error)
    const { status, message, reason } = answerTo(error)
    // The cast is needed because Express types a route as any. Ours is an object whose `path` is the route's pattern.
    const { path = 'unknown' } = (req.route ?? {}) as { path?: string }
    if (reason !== undefined) log({ level: 'error', event: 'failure', call: `${req.method} ${path}`, reason })
    res.status(status).json({ message })
  }
