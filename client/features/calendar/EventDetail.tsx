import { Button } from '@mantine/core'
import { dayBr } from '../../../shared/clock.ts'
import { messages as common } from '../../../shared/messages.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Window } from '../../ui/Window.tsx'
import { ClientLink } from '../clients/ClientLink.tsx'
import { useTools } from './Editor.tsx'
import type { Shown } from './layout.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import css from './event-detail.module.css'

/** Dialog with an appointment's details. */
export default function EventDetail({ event, close }: { event: Shown | null; close: () => void }) {
  const { copy, edit, reverse } = useTools()
  const leaveFor = (open: (id: number) => unknown) => () => {
    close()
    if (event) open(event.id)
  }
  return (
    <Window title={event?.name ?? ''} size={440} opened={event !== null} close={close}>
      {event && <Detail id={event.id} />}
      {(copy || edit) && (
        <footer className="window-foot">
          {reverse && (
            <Button className="form-clear" variant="subtle" color="gray" size="md" onClick={leaveFor(reverse)}>
              Estornar
            </Button>
          )}
          {copy && (
            <Button variant="default" size="md" onClick={leaveFor(copy)}>
              Duplicar
            </Button>
          )}
          {edit && (
            <Button size="md" onClick={leaveFor(edit)}>
              Editar
            </Button>
          )}
        </footer>
      )}
    </Window>
  )
}

function Detail({ id }: { id: number }) {
  const { data, error, mutate } = useFresh('GET /detailcalendar/{id}', { path: { id } })
  if (!data && error) return <Failed title={common.database} error={error} retry={mutate} />
  if (!data) return <Loading />
  const rows = [
    [
      'Cliente',
      data.cliente && (
        <ClientLink key="cliente" id={data.idCliente}>
          {data.cliente}
        </ClientLink>
      ),
    ] as const,
    ['Atividade', data.atividade],
    ['Deslocamento', data.carro],
    ['Região', data.regiao],
    ['Data início', data.dataInicio && dayBr(data.dataInicio)],
    ['Hora início', data.horaInicio],
    ['Data fim', data.dataFim && dayBr(data.dataFim)],
    ['Hora fim', data.horaFim],
  ]
  return (
    <dl className={css.detail}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || NO_VALUE}</dd>
        </div>
      ))}
    </dl>
  )
}
