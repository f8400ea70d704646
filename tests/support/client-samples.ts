// Samples of a client. If the body or the row gets a field, `tsc` fails here, and the tests and benches follow this file.
import type { FormOf } from '../../server/api/register.ts'
import type { BodyOf } from '../../shared/call.ts'
import type { CallOf } from '../../shared/calls.ts'
import type { Client } from '../../shared/features/clients.ts'

const form: FormOf<'POST /clients'> = { nome: 'Sementes', idCidade: 5_107_909, telefone: '', status: 'A' }

/** The body of POST and PUT /clients. */
export const clientBody = (change: Partial<BodyOf<CallOf<'PUT /clients'>>> = {}) => ({ ...form, ...change })

/** A row of GET /clients. The BFF also accepts it as the reply of POST and PUT. */
export const clientRow = (id: number, name = `Cliente ${id}`, change: Partial<Client> = {}): Client => ({
  CODIGOCLIENTE: id,
  NOMEFANTASIACLIENTE: name,
  CODIGO_STATUS: 'A',
  CODIGOCIDADE: 1,
  CIDADE: 'Sinop',
  ...change,
})
