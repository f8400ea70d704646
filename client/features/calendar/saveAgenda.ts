// Loaded on the click only.
import ical from 'ical-generator'
import { atWall } from '../../../shared/clock.ts'
import { serverNow } from '../../api/clock.ts'
import { read } from '../../api/request.ts'
import { saveFile } from '../../ui/grid/saveFile.ts'
import { NONE } from '../../ui/none.ts'

/** One's own appointments of the default window as 'minha-agenda.ics'; how many. An appointment keeps its UID, so that a later file changes it and adds no second one. */
export async function saveAgenda(me: number) {
  const own = await read('POST /dash/calendarioOndeEstou', { body: { users: [me] } })
  const stamp = new Date(serverNow())
  const file = ical({
    name: 'Minha agenda',
    prodId: { company: 'csnoteweb', product: 'calendario', language: 'PT-BR' },
    events: own.map(({ id, name, start, end }) => ({
      id: `compromisso-${id}@csnoteweb`,
      stamp,
      summary: name ?? NONE,
      start: new Date(atWall(start)),
      end: new Date(atWall(end)),
    })),
  })
  saveFile('minha-agenda.ics', new Blob([file.toString()], { type: 'text/calendar' }))
  return own.length
}
