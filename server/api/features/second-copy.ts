// Second copies of overdue boletos, and requests to pay.
import { wallDay } from '../../../shared/clock.ts'
import type { secondCopy as rows } from '../../../shared/features/second-copy.ts'
import { messages as common } from '../../../shared/messages.ts'
import { reaisOf } from '../../../shared/money.ts'
import type { Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Api, Handlers } from '../handlers.ts'
import { heldAccounts } from '../nfse/account.ts'
import { collect, queueSecondCopy, secondCopyOf } from '../nfse/second-copy.ts'

export const secondCopy = ({ clock }: Api): Handlers<typeof rows> => {
  const hold = async (db: Db, ids: number[]) => {
    if ((await heldAccounts(db, ids)).length < ids.length) throw refusal(404, common.notFound)
  }
  return {
    'GET /nfse/{id}/second-copy': async ({ db, path: { id }, query: { vencimento } }) => {
      const { left, charges } = await secondCopyOf(db, id, { until: vencimento, today: wallDay(clock()) })
      const { days, fine, interest } = charges
      return { emAberto: reaisOf(left), dias: days, multa: reaisOf(fine), juros: reaisOf(interest), total: reaisOf(left + fine + interest) }
    },

    'POST /nfse/{id}/second-copy': async ({ db, me, path: { id }, body: { vencimento, semEncargos } }) => {
      await hold(db, [id])
      await queueSecondCopy(db, { me, now: clock() }, id, { until: vencimento, isFree: semEncargos })
      return {}
    },

    'POST /nfse/collections': async ({ db, me, body }) => {
      const ids = [...new Set(body.ids)]
      await hold(db, ids)
      await collect(db, { me, now: clock() }, ids, body.vencimento)
      return {}
    },
  }
}
