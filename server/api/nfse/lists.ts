// The lists of accounts: their conditions, and their accounts with the cost centre.
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { ALL_CENTRES } from '../../../shared/features/nfse.ts'
import { accounts, costCentres } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'

/** The first day of a month 'MM/YYYY'. */
export const firstOf = (mesAno: string) => `${mesAno.slice(3)}-${mesAno.slice(0, 2)}-01`

/**
 * The status of an account in the lists: 1 open, 2 sent, 3 issued. If both documents are requested, the status of the NFS-e decides. Null for the boleto
 * of a cancelled account that was never issued, which is in no list.
 */
export const statusFor = (tipoEmissao: '1' | '2' | '3') =>
  tipoEmissao === '2'
    ? sql<1 | 2 | 3 | null>`case when ${accounts.slipStatus} = 2 then 3 when ${accounts.cancelledAt} is null then 1 end`
    : sql<1 | 2 | 3>`${accounts.noteStatus}`

/** Condition for accounts with an issuer, of one cost centre or of all. */
export const ofCentre = (db: Db, name: string) =>
  and(
    isNotNull(accounts.issuerId),
    name === ALL_CENTRES
      ? undefined
      : inArray(accounts.centreId, db.select({ id: costCentres.id }).from(costCentres).where(eq(costCentres.name, name))),
  )

/** Locks accounts with an issuer against changes, and returns each with the name of its cost centre. */
export const withCentre = (db: Db, ids: number[]) =>
  db
    .select({ account: accounts, centre: costCentres.name })
    .from(accounts)
    .innerJoin(costCentres, eq(costCentres.id, accounts.centreId))
    .where(and(inArray(accounts.id, ids), isNotNull(accounts.issuerId)))
    .orderBy(accounts.id)
    .for('no key update', { of: accounts })
