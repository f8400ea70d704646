// What a line of permissions.golden is played with.

/** One way of making a call, and what the upstream has stored while it is made. */
export interface Scene {
  /** The ids of its path. */
  path?: Record<string, number>
  /** Without '?'. */
  query?: string
  /** The query that goes on, where that is not the same (an own id that the gate writes, lists in brackets). */
  asks?: string
  body?: unknown
  /** What of it goes on, where that is not the same (an empty own id, passwordConfirma). */
  sends?: unknown
  /** What the upstream answers to the call itself, where that is not the subject's reply. */
  reply?: unknown
  /** The upstream's answers to look-ups, by their path: JSON, or a status without one. Not named: 404. */
  stored?: Record<string, unknown>
}

export interface Subject {
  /** Answered by the BFF itself: nothing of it goes on but these, in the name of whoever asks. */
  own?: string[]
  /** A reply by the row's schema. */
  reply: unknown
  /** By name; `me`: the id of the person who makes the call. */
  scenes: Record<string, (me: number) => Scene>
}

/** By call. */
export type Scenes = Record<string, Subject>

/** A stored record that cannot be had. */
export const status = (status: number) => ({ status, json: { message: 'falhou' } })

/** What became of a record. */
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
