// The authority in the box, on the company's own records: homologação, without a certificate and without the network.
import { and, eq, inArray } from 'drizzle-orm'
import { accounts, cities, emissions, issuers } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import type { Documents } from './documents.ts'
import type { Authority } from './issuer.ts'

/** The cities that a DPS names. */
const CITIES = /<(?:cLocEmi|cLocPrestacao|cMun)>(\d{7})</g

export const box = (db: Db, documents: Documents): Authority => ({
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
    // What the DPS does not say of itself: the city's rate where nothing is withheld, and what the service is called.
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
  // It keeps nothing: the same DPS gives the same note.
  find: async () => undefined,
})
