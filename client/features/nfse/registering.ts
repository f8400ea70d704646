// Registration of issued boletos at their banks.
import { messages } from '../../../shared/features/bank-files.ts'
import { messages as cancellation } from '../../../shared/features/cancellation.ts'
import type { Account } from '../../../shared/features/nfse.ts'
import { sumReais } from '../../../shared/money.ts'
import { read, send } from '../../api/request.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { saveFile } from '../../ui/grid/saveFile.ts'
import { numberBr, reaisBr } from '../../ui/number.ts'
import { nameOf } from './columns.tsx'
import { ended, factsOf, idsOf, namesOf } from './sending.ts'
import type { Ask } from './useDialogs.ts'

/** Why a boleto cannot be registered now. Undefined if it can. */
function hindrance({ REGISTRO_BOLETO: state, IMPEDIMENTO_REGISTRO: fault, NFSE_CANCELADA }: Account) {
  if (NFSE_CANCELADA) return cancellation.cancelled
  if (state && state !== 'refused') return 'já está em uma remessa'
  return fault ?? undefined
}

/** Asks before boletos are put into a remessa, and names those that cannot be. */
export function askToRegister(chosen: Account[], ask: Ask, done: () => unknown) {
  if (chosen.length === 0) return notify.warn(messages.slips)
  const good = chosen.filter((row) => hindrance(row) === undefined)
  const bad = chosen.filter((row) => hindrance(row) !== undefined)
  const [first] = good
  const reasons = bad.slice(0, 5).map((row) => `${nameOf(row)}: ${hindrance(row)}`)
  if (!first) return notify.warn(ended(reasons.join('. ')))
  const isOne = good.length === 1
  const left = bad.length > 0 && `Não ${bad.length === 1 ? 'vai' : 'vão'}: ${ended(reasons.join('; '))}`
  ask('registrar', {
    title: isOne ? 'Registrar este boleto no banco?' : `Registrar ${numberBr(good.length)} boletos no banco?`,
    name: isOne ? factsOf(first) : namesOf(good),
    note: [
      `${isOne ? 'Vale' : 'Somam'} ${reaisBr(sumReais(good, (row) => row.VALOR_LIQUIDO))}. A remessa fica em Remessas, para enviar ao banco.`,
      left,
    ]
      .filter(Boolean)
      .join(' '),
    act: 'Registrar',
    run: async () => {
      await send('POST /nfse/remittances', { body: { contas: idsOf(good) } })
      done()
      return {}
    },
    done: messages.registered,
  })
}

/** Downloads a remessa under the name that its bank expects. */
export async function saveRemittance(id: number) {
  const { arquivo, conteudo } = await read('GET /nfse/remittances/{id}', { path: { id } })
  saveFile(arquivo, new Blob([conteudo], { type: 'text/plain' }))
  return true
}
