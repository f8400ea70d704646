// The cancellation of a note (event 101101): the request that the company signs, and the event with which an authority registers it.
import { wallTime } from '../../../shared/clock.ts'
import { APPLICATION, OFFSET } from './dps.ts'
import { motiveOf } from './text.ts'
import { elementAt, readXml, textAt, writeXml } from './xml.ts'

/** tpEvento of a cancellation. It happens once, so its number (nSeqEvento) is always 1. */
export const CANCELLATION = '101101'

export interface CancellationData {
  /** Access key of the note. */
  key: string
  /** CNPJ of the company that issued it. */
  cnpj: string
  /** cMotivo 1 wrong issue, 2 service not rendered, 9 other; and xMotivo, 15 to 255 characters. */
  reason: number
  explanation: string
  /** Current time in ms. */
  at: number
  /** tpAmb: 1 production, 2 homologação. */
  environment: 1 | 2
}

/** A request of cancellation without signature. */
export const buildCancellation = ({ key, cnpj, reason, explanation, at, environment }: CancellationData) =>
  writeXml('pedRegEvento', 'infPedReg', `PRE${key}${CANCELLATION}`, [
    ['tpAmb', String(environment)],
    ['verAplic', APPLICATION],
    ['dhEvento', `${wallTime(at)}${OFFSET}`],
    ['CNPJAutor', cnpj],
    ['chNFSe', key],
    [
      `e${CANCELLATION}`,
      [
        ['xDesc', 'Cancelamento de NFS-e'],
        ['cMotivo', String(reason)],
        ['xMotivo', motiveOf(explanation)],
      ],
    ],
  ])

/** The event that registers a signed request, without signature. Its time is that of the request, so that the same request gives the same event. */
export function buildEvent(request: string) {
  using document = readXml(request)
  const at = (path: string) => textAt(document, `/pedRegEvento/infPedReg/${path}`) ?? ''
  const key = at('chNFSe')
  const event = writeXml('evento', 'infEvento', `EVT${key}${CANCELLATION}001`, [
    ['verAplic', APPLICATION],
    ['ambGer', '2'],
    ['nSeqEvento', '001'],
    ['dhProc', at('dhEvento')],
    ['nDFSe', String(Number(key.slice(23, 36)))],
  ])
  return event.replace('</infEvento>', () => `${request.replace(/^<\?xml[^>]*>/, '')}</infEvento>`)
}

/** Whether an event registers the cancellation of the note with this key. */
export function registersCancellation(event: string, key: string) {
  try {
    using document = readXml(event)
    const request = elementAt(document, '/evento/infEvento/pedRegEvento/infPedReg')
    return (
      request?.attr('Id')?.value === `PRE${key}${CANCELLATION}` &&
      textAt(document, `/evento/infEvento/pedRegEvento/infPedReg/e${CANCELLATION}/xDesc`) !== undefined
    )
  } catch {
    return false
  }
}
