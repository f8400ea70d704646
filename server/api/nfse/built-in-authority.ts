// The built-in authority, which uses the company's own records. It serves homologação without a certificate or a network.
import { and, eq, inArray } from 'drizzle-orm'
import { accounts, cities, emissions, issuers } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import type { Documents } from './documents.ts'
import type { Authority } from './issuer.ts'

/** Finds the city codes in a DPS. */
const CITIES = /<(?:cLocEmi|cLocPrestacao|cMun)>(\d{7})</g

export const builtInAuthority = (db: Db, documents: Documents): Authority => ({
  environment: 2,
  send: async (dps) => {
    const cnpj = /<prest><CNPJ>(\w{14})</.exec(dps.xml)?.[1] ?? ''
    const [issuer] = await db.select().from(issuers).where(eq(issuers.cnpj, cnpj))
    const codes = [...dps.xml.matchAll(CITIES)].map(([, code]) => Number(code))
    const named = await db
      .select()
      .from(cities)
      .where(inArray(cities.id, [...codes, issuer?.cityId ?? 0]))
    const city = named.find(({ id }) => id === issuer?.cityId)
    const [, series, number] = /<serie>(\d+)<\/serie><nDPS>(\d+)</.exec(dps.xml) ?? []
    // Reads what the DPS does not contain: the city's rate if nothing is withheld, and the name of the service.
    const [account] = await db
      .select({ rate: accounts.issRate, service: accounts.service })
      .from(emissions)
      .innerJoin(accounts, eq(accounts.id, emissions.accountId))
      .where(
        and(
          eq(emissions.document, 'N'),
          eq(emissions.issuerId, issuer?.id ?? 0),
          eq(emissions.series, Number(series)),
          eq(emissions.number, Number(number)),
        ),
      )
    return documents.homologate({ dps, issuer: issuer && city && { ...issuer, city }, cities: named, ...account })
  },
  // The built-in authority stores nothing, so nothing can be found. Sending the same DPS again gives the same note.
  find: async () => undefined,
  cancel: async ({ key, request }) => {
    const [note] = await db.select({ id: emissions.id }).from(emissions).where(eq(emissions.accessKey, key))
    if (!note) return { refused: [{ code: 'HOMOLOGACAO', message: 'A NFS-e não existe aqui.' }] }
    return documents.registerCancellation(request)
  },
  findCancellation: async () => undefined,
})
