// Tests the limits in the table of calls against a literal copy. Without the copy, a call could lose its limit and no other test would fail.
import { describe, expect, test } from 'vitest'
import type { Row } from '../../shared/call.ts'
import { calls } from '../../shared/calls.ts'

const table: readonly Row[] = calls
const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const days = { dataIni: '2026-11-02', dataFim: '2026-11-04' }
const month = { dataIni: '2026-11-02', dataFim: '2026-12-03' }

/**
 * The calls that have a limit per minute or a weight. `counted` is the text in the URL of the requests that count towards the limit. Each sample is a
 * body with the number of records or changes that it counts as, and perhaps the number of further records.
 */
const LIMITED: Record<string, { perMinute?: number; counted?: string; samples?: [body: unknown, weight: number, further?: number][] }> = {
  'POST /users': { perMinute: 30 },
  'PUT /users': { perMinute: 30 },
  'POST /compromises': {
    perMinute: 30,
    samples: [
      [days, 1],
      [month, 2],
      [{ ...days, carro: 1 }, 3],
      [{ ...days, carro: 1, outros: [5, 6] }, 9],
      [{ ...days, outros: [5], repete: { unidade: 'semana', intervalo: 1, dias: [1], vezes: 4 } }, 8],
    ],
  },
  'PUT /compromises': {
    samples: [
      [{ ...days, status: 'A' }, 10],
      [{ ...days, status: 'A', carro: 1 }, 30],
      [{ ...days, status: 'I', carro: 1 }, 20],
      [{ ...days, status: 'A', proximos: true }, 50, 4],
      [{ ...days, status: 'I', proximos: true }, 100, 4],
      [{ ...days, status: 'A', carro: 1, proximos: true }, 1_500, 103],
    ],
  },
  'POST /compromises/copy-week': { perMinute: 30, samples: [[{ colaborador: 5, de: '2026-11-16', para: '2026-11-23' }, 50]] },
  'PUT /account/password': { perMinute: 10 },
  'PUT /account/totp-secret': { perMinute: 10 },
  'PUT /account/totp': { perMinute: 10 },
  'POST /account/passkey-options': { perMinute: 10 },
  'PUT /account/passkeys': { perMinute: 10 },
  'DELETE /account/factors': { perMinute: 10 },
  'PUT /calendar-address': { perMinute: 10 },
  'POST /user-task': { perMinute: 30 },
  'PUT /nfse': {
    samples: [
      [{ idStatus: 1, contas: ids(10) }, 1],
      [{ idStatus: 1, contas: ids(11) }, 2],
      [{ idStatus: 2, contas: ids(11) }, 1],
    ],
  },
  'POST /nfse/remittances': {
    samples: [
      [{ contas: [] }, 1],
      [{ contas: ids(11) }, 2],
    ],
  },
  'POST /nfse/collections': { perMinute: 10, samples: [[{ ids: ids(7) }, 4]] },
  'POST /nfse/files': { perMinute: 10 },
  'POST /nfse/send-mails': { perMinute: 10, samples: [[{ ids: ids(7) }, 4]] },
  'DELETE /nfse': { samples: [[{ ids: ids(7) }, 7]] },
  'POST /nfse/send-mail': { perMinute: 10, samples: [[{ id: 1 }, 10]] },
  'POST /nfse/send-mail-recibo': { perMinute: 10, samples: [[{ ids: ids(7) }, 4]] },
  'POST /load-data/request': { perMinute: 1, samples: [[{ mesAno: '11/2026' }, 10]] },
  'GET /financial-control': { perMinute: 10, counted: 'typeReq=export' },
  'PUT /service-time-control': { samples: [[{ id: 1 }, 10]] },
  'PATCH /service-time-control-mov/{id}': { samples: [[undefined, 10]] },
  'PUT /service-time-control-mov': { samples: [[{ id: 1 }, 10]] },
  'POST /service-time-control-comission': {
    samples: [
      [{ tipo: 'R' }, 1],
      [{ parcelas: 3 }, 3],
      [{ parcelas: 3, historico: 'x'.repeat(1025) }, 6],
    ],
  },
  'PATCH /trackprojetos-steps/{id}': { samples: [[undefined, 10]] },
  'POST /trackprojetos-clients': {
    samples: [
      [{ idClients: ids(3) }, 3],
      [{ idClients: ids(3), observacao: 'x'.repeat(1025) }, 6],
    ],
  },
  'PUT /trackprojetos-clients': { samples: [[{ id: 1 }, 10]] },
  'DELETE /trackprojetos-clients/{id}': { samples: [[undefined, 10]] },
}

describe('the limits in the table of calls', () => {
  const named = (rows: readonly Row[]) => rows.map(({ name }) => name as string).toSorted()

  test('the calls with a limit per minute or a weight are exactly those written out in this test [2.4.1 15.1.3 15.2.2]', () => {
    expect(named(table.filter((row) => row.perMinute !== undefined || row.weight !== undefined))).toEqual(Object.keys(LIMITED).toSorted())
  })

  test.each(Object.entries(LIMITED))('%s has the expected limit and weight [2.4.1 15.1.3 15.2.2]', (name, { samples = [], ...limit }) => {
    const row = table.find((one) => one.name === name)
    expect({ perMinute: row?.perMinute, counted: row?.counted }).toEqual({ perMinute: limit.perMinute, counted: limit.counted })
    expect(samples.map(([body, , further = 0]) => row?.weight?.(body, further))).toEqual(samples.map(([, weight]) => weight))
    // A call that gains a weight needs a sample.
    expect(row?.weight !== undefined).toBe(samples.length > 0)
  })

  test('a call with a larger body limit has a weight unless it uploads a file or starts accounts that PUT /nfse has counted [2.4.1 15.2.2]', () => {
    expect(named(table.filter((row) => row.largest !== undefined && row.weight === undefined))).toEqual([
      'POST /nfse',
      'POST /nfse/returns',
      'PUT /financial-control-batch/{id}/receipt',
    ])
  })
})
