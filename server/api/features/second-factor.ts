// The second factor of a sign-in.
import { createHash, randomBytes } from 'node:crypto'
import { toSVG } from '@bwip-js/node'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, count, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { z } from 'zod'
import { MINUTE, wallTime, type Clock } from '../../../shared/clock.ts'
import { messages, RECOVERY_CODES, type SecondCredentials, type secondFactor as rows } from '../../../shared/features/second-factor.ts'
import { authenticatorApps as apps, challenges, passkeys, recoveryCodes as codes, tokens, users } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { confirmed, isEnrolled, passkeysFor } from '../enrolment.ts'
import { refusal } from '../errors.ts'
import type { Api, Caller, Handlers } from '../handlers.ts'
import { passkeysOf } from '../passkeys.ts'
import { passwordFits } from '../passwords.ts'
import { hashOf, issueToken, personOf } from '../tokens.ts'
import { found } from '../versions.ts'

/** How long a sign-in may wait for its second step, and a new passkey for its answer, in ms. */
const PATIENCE = 5 * MINUTE
/** Number of answers that one challenge accepts. */
const TRIES = 5
/** Seconds of a time step, and the number of steps by which the clock of an app may differ. */
const STEP = 30
const WINDOW = 1

const unused = (userId: number) => and(eq(codes.userId, userId), isNull(codes.usedAt))

/** Begins the second step of a sign-in. Undefined if the person has no second factor. */
export async function secondStep(tx: Db, clock: Clock, origin: string | undefined, userId: number) {
  const those = await passkeysFor(tx, userId)
  const hasApp = (await tx.$count(apps, confirmed(userId))) > 0
  if (!hasApp && those.length === 0) return undefined
  const options = those.length > 0 ? await passkeysOf(origin).toUse(those) : null
  const desafio = await newChallenge(tx, clock, userId, options?.challenge ?? '')
  const hasCodes = (await tx.$count(codes, unused(userId))) > 0
  return {
    desafio,
    meios: [
      ...(those.length > 0 ? (['passkey'] as const) : []),
      ...(hasApp ? (['aplicativo'] as const) : []),
      ...(hasCodes ? (['codigo'] as const) : []),
    ],
    passkey: options && {
      challenge: options.challenge,
      rpId: options.rpId ?? '',
      timeout: options.timeout ?? PATIENCE,
      userVerification: options.userVerification ?? 'preferred',
      allowCredentials: (options.allowCredentials ?? []).map(({ id, transports = [] }) => ({ id, type: 'public-key' as const, transports })),
    },
  }
}

async function newChallenge(tx: Db, clock: Clock, userId: number, value: string) {
  const key = randomBytes(32).toString('base64url')
  await tx.delete(challenges).where(lt(challenges.expiresAt, new Date(clock())))
  await tx.insert(challenges).values({ hash: hashOf(key), userId, value, expiresAt: new Date(clock() + PATIENCE) })
  return key
}

const totpOf = (secret: string, email: string) => new TOTP({ issuer: 'csnoteweb', label: email, secret: Secret.fromBase32(secret), period: STEP })

/** The time step of a valid code; null for an invalid one. */
function stepOf(secret: string, code: string, now: number) {
  const delta = /^\d{6}$/.test(code) ? totpOf(secret, '').validate({ token: code, timestamp: now, window: WINDOW }) : null
  return delta === null ? null : Math.floor(now / 1000 / STEP) + delta
}

const plain = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '')
const codeHash = (userId: number, code: string) =>
  createHash('sha256')
    .update(`${userId} ${plain(code)}`)
    .digest('base64url')

/** Makes recovery codes, unless the person has unused ones. */
async function newCodes(tx: Db, userId: number) {
  if ((await tx.$count(codes, unused(userId))) > 0) return []
  await tx.delete(codes).where(eq(codes.userId, userId))
  const made = Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: 10 }).base32.toLowerCase().replaceAll(/(.{4})(?=.)/g, '$1-'))
  await tx.insert(codes).values(made.map((code) => ({ hash: codeHash(userId, code), userId })))
  return made
}

/** Ends all tokens of a person but one: whoever signed in without the factor, or with one that is no longer wanted, is signed out. */
const endOthers = (tx: Db, { id, token }: Pick<Caller, 'id' | 'token'>) => tx.delete(tokens).where(and(eq(tokens.userId, id), ne(tokens.hash, token)))

/** Removes the factors of a person, and what is under way with them. */
async function removeAll(tx: Db, userId: number) {
  for (const table of [apps, passkeys, codes, challenges]) await tx.delete(table).where(eq(table.userId, userId))
}

export const secondFactor = ({ clock, origin }: Api & { origin?: string | undefined }): Handlers<typeof rows> => {
  const webauthn = passkeysOf(origin)

  async function mustKnowPassword(db: Db, userId: number, password: string) {
    const user = found(await db.select().from(users).where(eq(users.id, userId)))
    if (!(await passwordFits(password, user.passwordHash))) throw refusal(400, messages.wrongPassword)
    return user
  }

  /** Accepts an answer once: a later step of the app, an unused code, or a passkey. Throws 401 for any other. */
  async function spend(tx: Db, userId: number, value: string, { codigo, passkey }: z.output<typeof SecondCredentials>) {
    const now = new Date(clock())
    if (passkey) {
      const [stored] = await tx
        .select()
        .from(passkeys)
        .where(and(eq(passkeys.userId, userId), eq(passkeys.credential, passkey.id)))
      const counter = stored && value !== '' ? await webauthn.used(passkey, stored, value) : undefined
      if (!stored || counter === undefined) throw refusal(401, messages.noPasskey)
      await tx.update(passkeys).set({ counter, usedAt: now }).where(eq(passkeys.id, stored.id))
      return
    }
    const [app] = await tx.select().from(apps).where(confirmed(userId))
    const step = app && codigo ? stepOf(app.secret, plain(codigo), now.getTime()) : null
    if (step !== null) {
      const done = await tx
        .update(apps)
        .set({ lastStep: step })
        .where(and(eq(apps.userId, userId), lt(apps.lastStep, step)))
        .returning({ id: apps.userId })
      if (done.length > 0) return
    }
    const used = and(unused(userId), eq(codes.hash, codeHash(userId, codigo ?? '')))
    if ((await tx.update(codes).set({ usedAt: now }).where(used).returning({ hash: codes.hash })).length === 0) throw refusal(401, messages.wrongCode)
  }

  return {
    'POST /auth/second': {
      before: async ({ db, body }) => {
        // Each answer is counted before it is judged, and outside the transaction, so that a wrong one stays counted.
        const live = and(eq(challenges.hash, hashOf(body.desafio)), lt(challenges.attempts, TRIES), gt(challenges.expiresAt, new Date(clock())))
        const [challenge] = await db
          .update(challenges)
          .set({ attempts: sql`${challenges.attempts} + 1` })
          .where(live)
          .returning()
        if (!challenge) throw refusal(401, messages.startAgain)
        return async (tx) => {
          const { userId, hash, value } = challenge
          // Whoever deletes the challenge has it. A password change or a reset deletes it too, and so ends this sign-in.
          const own = await tx.delete(challenges).where(eq(challenges.hash, hash)).returning({ hash: challenges.hash })
          const [still] = await tx
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.id, userId), eq(users.status, 'A')))
            .for('no key update')
          if (own.length === 0 || !still) throw refusal(401, messages.startAgain)
          await spend(tx, userId, value, body)
          return { ...(await personOf(tx, userId)), token: await issueToken(tx, clock, userId) }
        }
      },
    },

    'GET /account/factors': async ({ db, me }) => {
      const [app] = await db.select().from(apps).where(confirmed(me.id))
      const [left] = await db.select({ codes: count() }).from(codes).where(unused(me.id))
      const at = (when: Date) => wallTime(when.getTime())
      return {
        aplicativo: app?.confirmedAt ? at(app.confirmedAt) : null,
        codigos: left?.codes ?? 0,
        passkeys: (await passkeysFor(db, me.id)).map(({ id, name, createdAt, usedAt }) => ({
          id,
          nome: name,
          desde: at(createdAt),
          uso: usedAt && at(usedAt),
        })),
      }
    },

    'PUT /account/totp-secret': {
      before: async ({ db, me, body: { senhaAtual } }) => {
        const { email } = await mustKnowPassword(db, me.id, senhaAtual)
        return async (tx) => {
          const segredo = new Secret({ size: 20 }).base32
          // An app that is in use stays until the new one is confirmed; see PUT. The new secret waits in the challenge.
          await tx.delete(challenges).where(eq(challenges.userId, me.id))
          await tx.insert(challenges).values({ hash: pendingApp(me.id), userId: me.id, value: segredo, expiresAt: new Date(clock() + PATIENCE) })
          const endereco = totpOf(segredo, email).toString()
          return { segredo, endereco, qr: toSVG({ bcid: 'qrcode', text: endereco, scale: 3 }) }
        }
      },
    },

    'PUT /account/totp': async ({ db, me, body: { codigo } }) => {
      const now = clock()
      const [begun] = await db
        .select()
        .from(challenges)
        .where(and(eq(challenges.hash, pendingApp(me.id)), gt(challenges.expiresAt, new Date(now))))
      if (!begun) throw refusal(409, messages.nothingBegun)
      const step = stepOf(begun.value, plain(codigo), now)
      if (step === null) throw refusal(400, messages.wrongCode)
      const app = { secret: begun.value, confirmedAt: new Date(now), lastStep: step }
      await db.delete(challenges).where(eq(challenges.hash, begun.hash))
      await db
        .insert(apps)
        .values({ userId: me.id, ...app })
        .onConflictDoUpdate({ target: apps.userId, set: app })
      await endOthers(db, me)
      return { codigos: await newCodes(db, me.id) }
    },

    'POST /account/passkey-options': {
      before: async ({ db, me, body: { senhaAtual } }) => {
        const user = await mustKnowPassword(db, me.id, senhaAtual)
        const options = await webauthn.toMake(user, await passkeysFor(db, me.id))
        return async (tx) => {
          const hash = pendingPasskey(me.id)
          await tx.delete(challenges).where(eq(challenges.hash, hash))
          await tx.insert(challenges).values({ hash, userId: me.id, value: options.challenge, expiresAt: new Date(clock() + PATIENCE) })
          return {
            rp: { name: options.rp.name, id: options.rp.id ?? '' },
            user: options.user,
            challenge: options.challenge,
            pubKeyCredParams: options.pubKeyCredParams,
            timeout: options.timeout ?? PATIENCE,
            excludeCredentials: (options.excludeCredentials ?? []).map(({ id, transports = [] }) => ({
              id,
              type: 'public-key' as const,
              transports,
            })),
            authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred', requireResidentKey: false },
            attestation: 'none',
          }
        }
      },
    },

    'PUT /account/passkeys': async ({ db, me, body: { nome, passkey } }) => {
      const own = and(eq(challenges.hash, pendingPasskey(me.id)), gt(challenges.expiresAt, new Date(clock())))
      const [begun] = await db.delete(challenges).where(own).returning()
      const made = begun && (await webauthn.made(passkey as RegistrationResponseJSON, begun.value))
      if (!made) throw refusal(400, messages.noPasskey)
      await db.insert(passkeys).values({ userId: me.id, name: nome, createdAt: new Date(clock()), ...made })
      await endOthers(db, me)
      return { codigos: await newCodes(db, me.id) }
    },

    'DELETE /account/factors': {
      before: async ({ db, me, body: { senhaAtual, passkey } }) => {
        await mustKnowPassword(db, me.id, senhaAtual)
        return async (tx) => {
          if (passkey == null) await removeAll(tx, me.id)
          else {
            found(
              await tx
                .delete(passkeys)
                .where(and(eq(passkeys.userId, me.id), eq(passkeys.id, passkey)))
                .returning({ id: passkeys.id }),
            )
            // Recovery codes without a factor would be of no use.
            if (!(await isEnrolled(tx, me.id))) await removeAll(tx, me.id)
          }
          return {}
        }
      },
    },

    'DELETE /users/second-factor': async ({ db, me, body: { id } }) => {
      found(await db.select({ id: users.id }).from(users).where(eq(users.id, id)))
      await removeAll(db, id)
      await endOthers(db, { id, token: me.token })
      return {}
    },
  }
}

/** Keys of what a person has begun. Nobody holds them, so no answer to a sign-in can name them. */
const pendingApp = (userId: number) => `app ${userId}`
const pendingPasskey = (userId: number) => `passkey ${userId}`
