// Types for the scenes of permissions.golden. A scene describes how a call is made and what is stored.

/** One case of a call, with the records that the upstream has stored. */
export interface Scene {
  /** The ids in the path. */
  path?: Record<string, number>
  /** The query, without '?'. */
  query?: string
  /** The forwarded query if it differs, because the gate adds the caller's id and writes lists with brackets. */
  asks?: string
  body?: unknown
  /** The forwarded body if it differs, because the gate removes an empty id and passwordConfirma. */
  sends?: unknown
  /** The upstream's reply to the call itself, if it differs from the reply in the Subject. */
  reply?: unknown
  /** The upstream's replies to look-ups, by path. Each is JSON, or a status without JSON. Any other path gets 404. */
  stored?: Record<string, unknown>
}

export interface Subject {
  /** Only for a call that the BFF answers itself: all upstream requests that the BFF makes with the caller's token. */
  own?: string[]
  /** A reply that matches the call's reply schema. */
  reply: unknown
  /** Scenes by name. `me` is the id of the caller. */
  scenes: Record<string, (me: number) => Scene>
}

/** Subjects by call name. */
export type Scenes = Record<string, Subject>

/** A stored record whose look-up fails with `status`. */
export const status = (status: number) => ({ status, json: { message: 'falhou' } })

/** A reply with the history of a record. */
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
