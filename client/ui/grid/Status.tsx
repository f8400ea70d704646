import './status.css'
import type { ReactNode } from 'react'
import { NONE } from '../none.ts'

export type Tone = 'ok' | 'accent' | 'danger' | 'warn' | 'off' | 'past' | 'ring'

/** A state: a dot and its word. */
export const Dot = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className="dot" data-tone={tone}>
    {children}
  </span>
)

const tones = new Map<string, Tone>([
  ['urgente', 'danger'],
  ['alta', 'warn'],
  ['normal', 'off'],
  ['baixa', 'ring'],
])

/** How urgent a task is, in the server's word. */
export const Priority = ({ of }: { of: string | null }) => <Dot tone={tones.get(of?.toLowerCase() ?? '') ?? 'off'}>{of ?? NONE}</Dot>

/** The two-value status of a record, in words. */
export const statusWord = { A: 'Ativo', I: 'Inativo' } as const

/** A yes or no of the wire. */
export const flagWord = { S: 'Sim', N: 'Não' } as const

export const Status = ({ of }: { of: 'A' | 'I' }) => <Dot tone={of === 'A' ? 'ok' : 'ring'}>{statusWord[of]}</Dot>
