// Types for the scenes in which the lines of permissions.golden are played.

/** One way to make a call, with the records that the upstream has stored. */
export interface Scene {
  /** The ids in its path. */
  path?: Record<string, number>
  /** The query without '?'. */
  query?: string
  /** The forwarded query, if it differs (an own id added by the gate, lists in brackets). */
  asks?: string
  body?: unknown
  /** The forwarded body, if it differs (without an empty own id or passwordConfirma). */
  sends?: unknown
  /** The upstream's reply to the call itself, if it differs from the subject's. */
  reply?: unknown
  /** The upstream's replies to look-ups by path: JSON, or a status without JSON. Any other path gives 404. */
  stored?: Record<string, unknown>
}

export interface Subject {
  /** For a call that the BFF answers itself: the only upstream requests that it makes, with the caller's token. */
  own?: string[]
  /** A reply that fits the row's schema. */
  reply: unknown
  /** Scenes by name. `me` is the id of the caller. */
  scenes: Record<string, (me: number) => Scene>
}

/** Subjects by call. */
export type Scenes = Record<string, Subject>

/** A stored record whose look-up fails with this status. */
export const status = (status: number) => ({ status, json: { message: 'falhou' } })

/** The history of a record. */
export const history = [
  {
    id: 1,
    quando: '2026-11-20T08:00:00',
    quem: 'Ana',
    fez: 'alterou',
    registro: 'Etapa Levantamento',
    campos: [{ campo: 'Progresso', de: '40 %', para: '65 %', extra: 1 }],
    extra: 1,
  },
]
