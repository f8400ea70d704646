// Loaded only on click, so that the calendar's code does not include the iCalendar library.
import { serverNow } from '../../api/clock.ts'
import { read } from '../../api/request.ts'
import { saveFile } from '../../ui/grid/saveFile.ts'
import { agendaFile } from '../../../shared/agenda-file.ts'

/** Saves the person's appointments of the default period as 'minha-agenda.ics' and returns the number of active ones. */
export async function saveAgenda(me: number) {
  const own = await read('POST /dash/calendarioOndeEstou', { body: { users: [me], estornados: true } })
  saveFile('minha-agenda.ics', new Blob([agendaFile(own, { name: 'Minha agenda', stamp: new Date(serverNow()) })], { type: 'text/calendar' }))
  return own.filter(({ status }) => status !== 'I').length
}
