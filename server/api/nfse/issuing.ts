// All that happens to accounts after the answer: issued, mailed, loaded. Put together once, for a server as for a test.
import { eq } from 'drizzle-orm'
import type { Clock } from '../../../shared/clock.ts'
import { settings } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { box } from './box.ts'
import { makeCertificate, readCertificate, type Certificate } from './certificate.ts'
import { startDocuments } from './documents.ts'
import { emitter } from './emission.ts'
import { jobsOf } from './jobs.ts'
import { folder, loader, type Source } from './load.ts'
import { mailer, type Postage } from './mail.ts'
import { national } from './national.ts'
import { beginForgotten } from './queue.ts'

/** As the environment says it (server/env.ts). */
export interface IssuingSettings {
  /** The folder of the official package. */
  xsdDir?: string | undefined
  /** A PFX and its password; none: one is made here, for homologação. */
  certificate?: { file: string; password: string } | undefined
  /** The national environment's address; none: the authority in the box. */
  authority?: { base: string; environment: 1 | 2 } | undefined
  /** By which server; or they stay here. */
  mail?: Postage
  /** The folder of the months' files. */
  loadDir?: string | undefined
}

interface Options extends IssuingSettings {
  db: Db
  clock: Clock
  /** Where a month's file comes from that no folder has. */
  source: Source
  log: (line: { reason: string }, event: string) => void
}

export async function startIssuing({ db, clock, source, log, ...given }: Options) {
  const certificate = given.certificate && readCertificate({ ...given.certificate, at: clock() })
  const { documents, stop } = startDocuments(async () => ({ ...(certificate ?? (await ours(db, clock()))), xsdDir: given.xsdDir }))
  // A folder that is not the package is told to whoever starts, not to who issues.
  if (given.xsdDir !== undefined) await documents.ready(undefined)
  const authority = given.authority && certificate ? national({ ...given.authority, certificate, log, timeout: PATIENCE }) : box(db, documents)
  const common = { db, clock, documents }
  const failed = ({ cause, stack = '' }: Error) => log({ reason: cause instanceof Error ? cause.message : stack }, 'a job failed')
  const jobs = jobsOf(
    [
      beginForgotten({ db }),
      loader({ db, source: given.loadDir === undefined ? source : folder(given.loadDir), failed }),
      emitter({ ...common, authority, lease: given.authority ? ASKED : IN_THE_BOX, failed }),
      mailer({ ...common, mail: given.mail, environment: authority.environment, failed, log }),
    ],
    failed,
  )
  return {
    documents,
    wake: jobs.wake,
    idle: jobs.idle,
    stop: async () => {
      await jobs.stop()
      await stop()
    },
  }
}

/** ms of a question. */
const PATIENCE = 8_000
/** Seconds of a job: it may ask five of them, and has a moment for the rest. */
const ASKED = (5 * PATIENCE) / 1000 + 5
const IN_THE_BOX = 10

const KEPT = 'homologation_certificate'
/** The certificate of homologação, made when the first document is signed: it protects nothing. */
async function ours(db: Db, at: number): Promise<Pick<Certificate, 'key' | 'cert'>> {
  const [kept] = await db.select().from(settings).where(eq(settings.key, KEPT))
  // Written below.
  if (kept) return JSON.parse(kept.value) as Certificate
  const { key, cert } = makeCertificate(at)
  await db
    .insert(settings)
    .values({ key: KEPT, value: JSON.stringify({ key, cert }) })
    .onConflictDoNothing()
  return { key, cert }
}
