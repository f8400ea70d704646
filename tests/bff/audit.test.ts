// Tests which reads about other people the gate stores in the audit log.
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { auditReads, timeEntries } from '../../server/api/db/schema.ts'
import { demoCompany } from '../support/demo-company.ts'

const { call, db } = demoCompany()

it('if a call is refused, the audit does not record that the caller read the record that the rule looked up [LGPD 37 16.4.2]', async () => {
  const [entry] = await db().select({ id: timeEntries.id }).from(timeEntries).where(eq(timeEntries.userId, 4)).limit(1)
  const path = `/track/${entry?.id}`
  for (const [method, asked, body] of [
    ['GET', path],
    ['DELETE', path],
    ['PUT', '/track', { id: entry?.id, descricao: 'Outra' }],
  ] as const)
    expect((await call('financeiro', method, asked, body)).status).toBe(403)
  expect(await db().select().from(auditReads)).toEqual([])
  expect((await call('supervisor', 'GET', path)).status).toBe(200)
  expect(await db().select().from(auditReads)).toMatchObject([{ call: 'GET /track/{id}', input: { id: entry?.id } }])
})
