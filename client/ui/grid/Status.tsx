import './status.css'
import type { ReactNode } from 'react'
import { inDark } from '../chart/inDark.ts'
import { NONE } from '../none.ts'
import { variables } from '../variables.ts'

export type Tone = 'ok' | 'accent' | 'danger' | 'warn' | 'off' | 'past' | 'ring'

/** A state: a dot and its word. */
export const Dot = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className="dot" data-tone={tone}>
    {children}
  </span>
)

/** A state in the server's words and colour ('#1565C0', which the dark lightens); `waits`: it has not begun. */
export const ServerState = ({ of: { descricao, color, icon } }: { of: { descricao: string | null; color: string | null; icon: string | null } }) => {
  const waits = icon === 'mdi-circle-outline'
  const isColor = color !== null && /^#[0-9a-f]{6}$/i.test(color)
  return (
    <span
      className="dot"
      data-tone={waits ? 'ring' : 'off'}
      style={isColor && !waits ? variables({ '--tone': `light-dark(${color}, ${inDark(color)})` }) : undefined}
    >
      {descricao ?? NONE}
    </span>
  )
}

const tones = new Map<string, Tone>([
  ['urgente', 'danger'],
  ['alta', 'warn'],
  ['normal', 'off'],
  ['baixa', 'ring'],
])

/** The tone of a priority, which is named in the server's word. */
export const toneOf = (priority: string | null): Tone => tones.get(priority?.toLowerCase() ?? '') ?? 'off'

/** How urgent a task is. */
export const Priority = ({ of }: { of: string | null }) => <Dot tone={toneOf(of)}>{of ?? NONE}</Dot>

/** The two-value status of a record, in words. */
export const statusWord = { A: 'Ativo', I: 'Inativo' } as const

/** A yes or no of the wire. */
export const flagWord = { S: 'Sim', N: 'Não' } as const

export const Status = ({ of }: { of: 'A' | 'I' }) => <Dot tone={of === 'A' ? 'ok' : 'ring'}>{statusWord[of]}</Dot>
