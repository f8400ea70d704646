// WebAuthn: where passkeys are valid, and how their answers are verified.
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { z } from 'zod'
import type { PasskeyAnswer } from '../../shared/features/second-factor.ts'
import type { passkeys } from './db/schema.ts'

const NAME = 'csnoteweb'
type Stored = typeof passkeys.$inferSelect

/** `origin` is that of the product's address, such as 'https://sistema.empresa.com.br'. Without one, passkeys work on localhost alone. */
export function passkeysOf(origin: string | undefined) {
  const rpID = origin === undefined ? 'localhost' : new URL(origin).hostname
  /** The origins from which an answer may come. On localhost the port does not matter, because it is not part of what the passkey is bound to. */
  const expectedOrigin = (clientDataJSON: string) => {
    if (origin !== undefined) return origin
    const [, said = ''] = /"origin":"([^"]*)"/.exec(Buffer.from(clientDataJSON, 'base64url').toString()) ?? []
    return URL.parse(said)?.hostname === 'localhost' ? said : 'http://localhost'
  }
  const described = (those: Stored[]) => those.map(({ credential, transports }) => ({ id: credential, transports }))
  return {
    toMake: (user: { id: number; email: string; name: string }, those: Stored[]) =>
      generateRegistrationOptions({
        rpName: NAME,
        rpID,
        userID: new TextEncoder().encode(String(user.id)),
        userName: user.email,
        userDisplayName: user.name,
        attestationType: 'none',
        excludeCredentials: described(those),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      }),

    toUse: (those: Stored[]) => generateAuthenticationOptions({ rpID, allowCredentials: described(those), userVerification: 'preferred' }),

    /** The new passkey; undefined if the answer is not valid for the challenge. */
    made: async (answer: RegistrationResponseJSON, expectedChallenge: string) => {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: answer,
        expectedChallenge,
        expectedOrigin: expectedOrigin(answer.response.clientDataJSON),
        expectedRPID: rpID,
        requireUserVerification: false,
      }).catch(() => ({ registrationInfo: undefined }))
      if (!registrationInfo) return undefined
      const { id, publicKey, counter } = registrationInfo.credential
      return { credential: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports: answer.response.transports ?? [] }
    },

    /** The new counter of a passkey; undefined if the answer is not valid for the challenge. */
    used: async (answer: z.output<typeof PasskeyAnswer>, { credential, publicKey, counter }: Stored, expectedChallenge: string) => {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: answer as AuthenticationResponseJSON,
        expectedChallenge,
        expectedOrigin: expectedOrigin(answer.response.clientDataJSON),
        expectedRPID: rpID,
        credential: { id: credential, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
        requireUserVerification: false,
      }).catch(() => ({ verified: false, authenticationInfo: undefined }))
      return verified ? authenticationInfo?.newCounter : undefined
    },
  }
}
