// Loaded on the click only.
import { serverNow } from '../../api/clock.ts'
import { read } from '../../api/request.ts'
import { saveFile } from '../../ui/grid/saveFile.ts'
import { agendaFile } from './agendaFile.ts'

/** One's own appointments of the default window as 'minha-agenda.ics'; how many of them stand. */
export async function saveAgenda(me: number) {
  const own = await read('POST /dash/calendarioOndeEstou', { body: { users: [me], estornados: true } })
  saveFile('minha-agenda.ics', new Blob([agendaFile(own, new Date(serverNow()))], { type: 'text/calendar' }))
  return own.filter(({ status }) => status !== 'I').length
}
