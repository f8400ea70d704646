// Assembles the background jobs: issuing, mailing and loading for accounts, and mailing of notices. Servers and tests use it alike.
import { eq } from 'drizzle-orm'
import type { Clock } from '../../../shared/clock.ts'
import type { Database } from '../db/connection.ts'
import { settings } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { builtInAuthority } from './built-in-authority.ts'
import { canceller } from './cancelling.ts'
import { makeCertificate, readCertificate, type Certificate } from './certificate.ts'
import { startDocuments } from './documents.ts'
import { emitter } from './emission.ts'
import { jobsOf } from './jobs.ts'
import { folder, loader, type Source } from './load.ts'
import { mailer, type Postage } from './mail.ts'
import { national } from './national.ts'
import { beginForgotten } from './queue.ts'
import { noticeMailer } from '../notice-mail.ts'
import { returnReader } from './returns.ts'

/** The settings from the environment (server/env.ts). */
export interface IssuingSettings {
  /** Folder of the official XSD package. */
  xsdDir?: string | undefined
  /** A PFX file and its password. If it is missing, a certificate for homologação is made here. */
  certificate?: { file: string; password: string } | undefined
  /** URL of the national environment. If it is missing, the built-in authority is used. */
  authority?: { base: string; environment: 1 | 2 } | undefined
  /** The mail server. If it is missing, mails stay in the table. */
  mail?: Postage
  /** Folder with the files of the months. */
  loadDir?: string | undefined
}

interface Options extends IssuingSettings {
  db: Db
  batch: Database['batch']
  clock: Clock
  /** Supplies a month's file if `loadDir` is not set. */
  source: Source
  log: (line: { reason: string }, event: string) => void
}

export async function startIssuing({ db, batch, clock, source, log, ...given }: Options) {
  const certificate = given.certificate && readCertificate({ ...given.certificate, at: clock() })
  const { documents, stop } = startDocuments(async () => ({ ...(certificate ?? (await ours(db, clock()))), xsdDir: given.xsdDir }))
  // Opens the folder now, so that a wrong folder is reported at the start and not later, to a person who issues a note.
  if (given.xsdDir !== undefined) await documents.ready(undefined)
  const authority =
    given.authority && certificate ? national({ ...given.authority, certificate, log, timeout: PATIENCE }) : builtInAuthority(db, documents)
  const common = { db, clock, documents }
  const failed = ({ cause, stack = '' }: Error) => log({ reason: cause instanceof Error ? cause.message : stack }, 'a job failed')
  const jobs = jobsOf(
    [
      beginForgotten({ db }),
      loader({ db, source: given.loadDir === undefined ? source : folder(given.loadDir), failed }),
      emitter({ ...common, authority, lease: given.authority ? ASKED : IN_THE_BOX, failed }),
      canceller({ ...common, authority, lease: given.authority ? ASKED : IN_THE_BOX, failed }),
      returnReader({ db, batch, clock }),
      mailer({ ...common, mail: given.mail, environment: authority.environment, failed, log }),
      noticeMailer({ db, clock, mail: given.mail, log }),
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

/** Timeout of a request to the authority, in ms. */
const PATIENCE = 8_000
/** Lease of a job in seconds: enough for five requests to the authority and for the rest of the work. */
const ASKED = (5 * PATIENCE) / 1000 + 5
const IN_THE_BOX = 10

const KEPT = 'homologation_certificate'
/** The certificate for homologação. It is made when the first document is signed, and protects nothing. */
async function ours(db: Db, at: number): Promise<Pick<Certificate, 'key' | 'cert'>> {
  const [kept] = await db.select().from(settings).where(eq(settings.key, KEPT))
  // The insert below has written this JSON, so the cast is safe.
  if (kept) return JSON.parse(kept.value) as Certificate
  const { key, cert } = makeCertificate(at)
  await db
    .insert(settings)
    .values({ key: KEPT, value: JSON.stringify({ key, cert }) })
    .onConflictDoNothing()
  return { key, cert }
}
