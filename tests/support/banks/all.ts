// The banks of the tests, by their COMPE codes.
import type { Positions } from './next-door.ts'
import { positions as bancoDoBrasil } from './001.ts'
import { positions as santander } from './033.ts'
import { positions as caixa } from './104.ts'
import { positions as bradesco } from './237.ts'
import { positions as itau } from './341.ts'
import { positions as sicredi } from './748.ts'
import { positions as sicoob } from './756.ts'

export const nextDoor: Record<string, Positions> = {
  '001': bancoDoBrasil,
  '033': santander,
  '104': caixa,
  '237': bradesco,
  '341': itau,
  '748': sicredi,
  '756': sicoob,
}

export function nextDoorOf(code: string) {
  const positions = nextDoor[code]
  if (!positions) throw new Error(`tests/support/banks/${code}.ts is missing.`)
  return positions
}
