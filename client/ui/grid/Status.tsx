import './status.css'
import type { ReactNode } from 'react'
import { inDark } from '../chart/inDark.ts'
import { NO_VALUE } from '../noValue.ts'
import { variables } from '../variables.ts'

export type Tone = 'ok' | 'accent' | 'danger' | 'warn' | 'off' | 'past' | 'ring'

/** A status as a dot with a word. */
export const Dot = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className="dot" data-tone={tone}>
    {children}
  </span>
)

/** A status with the server's text and colour ('#1565C0', lightened in dark mode). A status that has not begun is marked as waiting. */
export const ServerState = ({ of: { descricao, color, icon } }: { of: { descricao: string | null; color: string | null; icon: string | null } }) => {
  const waits = icon === 'mdi-circle-outline'
  const isColor = color !== null && /^#[0-9a-f]{6}$/i.test(color)
  return (
    <span
      className="dot"
      data-tone={waits ? 'ring' : 'off'}
      style={isColor && !waits ? variables({ '--tone': `light-dark(${color}, ${inDark(color)})` }) : undefined}
    >
      {descricao ?? NO_VALUE}
    </span>
  )
}

const tones = new Map<string, Tone>([
  ['urgente', 'danger'],
  ['alta', 'warn'],
  ['normal', 'off'],
  ['baixa', 'ring'],
])

/** Tone of a priority. `priority` is the server's word for it. */
export const toneOf = (priority: string | null): Tone => tones.get(priority?.toLowerCase() ?? '') ?? 'off'

export const Priority = ({ of }: { of: string | null }) => <Dot tone={toneOf(of)}>{of ?? NO_VALUE}</Dot>

/** A status in words. */
export const statusWord = { A: 'Ativo', I: 'Inativo' } as const

/** A yes/no value in words. */
export const flagWord = { S: 'Sim', N: 'Não' } as const

export const Status = ({ of }: { of: 'A' | 'I' }) => <Dot tone={of === 'A' ? 'ok' : 'ring'}>{statusWord[of]}</Dot>
