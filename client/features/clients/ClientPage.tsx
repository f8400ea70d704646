// Cliente: what is known of one client. Each part is shown only to people who may make its call.
import '../../ui/strip.css'
import { Button } from '@mantine/core'
import { Pencil } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { addDays, dayBr, hourBr, wallDay, wallTime } from '../../../shared/clock.ts'
import type { AppointmentRow } from '../../../shared/features/appointments.ts'
import { messages as common } from '../../../shared/messages.ts'
import { isMissing, type Failure } from '../../api/failure.ts'
import { useFresh } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import type { Drawn } from '../../parts.ts'
import { formOf } from '../../ui/form/address.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Dot, ServerState, Status } from '../../ui/grid/Status.tsx'
import { History } from '../../ui/history/History.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { numberBr, percentBr, reaisBr } from '../../ui/number.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import { Part } from '../../ui/Part.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useNow } from '../../ui/useNow.ts'
import { endAt, startAt, untilOf } from '../appointments/when.ts'
import { shortWeekday } from '../../ui/weekday.ts'
import { accountAddress } from '../overview/detail.ts'
import { Balance } from '../service-hours/Balance.tsx'
import { useClientEditing } from './editing.ts'
import { visitsOf, workersOf } from './visits.ts'
import css from './client-page.module.css'

const ClientForm = lazyPart(() => import('./ClientForm.tsx'))

/** Number of days before today whose visits are shown. */
const BACK = 365
/** Number of records that a part names; its link leads to all of them. */
const NAMED = 5

const visitsAsked = (id: number, now: number) => ({ clientes: [String(id)], dataInicial: addDays(wallDay(now), -BACK) })

export const drawn: Drawn = ({ ask, may, id: text, now }) => {
  const id = Number(text)
  const path = { id }
  return Promise.allSettled([
    ask('GET /clients/{id}', { path }),
    ask('GET /clients/{id}/history', { path, query: {} }),
    may('GET /compromises') && ask('GET /compromises', { query: visitsAsked(id, now) }),
    may('GET /service-time-control') && ask('GET /service-time-control', { query: { idCliente: [text] } }),
    may('GET /trackprojetos/client/{id}') && ask('GET /trackprojetos/client/{id}', { path }),
    may('GET /dash/aging/client/{id}') && ask('GET /dash/aging/client/{id}', { path }),
  ])
}

export default function ClientPage() {
  const id = Number(useParams()['id'])
  const may = useMay()
  const stored = useFresh('GET /clients/{id}', { path: { id } })
  const editing = useClientEditing()
  const client = stored.data?.[0]
  return (
    <Screen
      scrolls
      heading={client?.NOMEFANTASIACLIENTE ?? 'Cliente'}
      back="/clientes"
      note={client?.CIDADE ?? undefined}
      actions={client && client.CODIGO_STATUS === 'I' && <Status of="I" />}
      primary={
        client &&
        may('PUT /clients') && (
          <Button size="sm" leftSection={<Pencil aria-hidden />} onClick={() => editing.edit(id)}>
            Editar
          </Button>
        )
      }
    >
      {client ? (
        <div className="parts">
          {may('GET /compromises') && <Visits id={id} />}
          {may('GET /service-time-control') && <Services id={id} />}
          {may('GET /trackprojetos/client/{id}') && <Projects id={id} />}
          {may('GET /dash/aging/client/{id}') && <Owed id={id} name={client.NOMEFANTASIACLIENTE ?? ''} />}
          <Part title="Histórico" wide>
            <History of="GET /clients/{id}/history" id={id} />
          </Part>
        </div>
      ) : stored.error ? (
        <Failed title={common.database} error={stored.error} retry={stored.mutate} />
      ) : (
        <Loading />
      )}
      <ClientForm editing={editing} saved={stored.mutate} />
    </Screen>
  )
}

/** State of the request for a part. */
interface Request {
  error?: Failure | undefined
  mutate: () => unknown
}

/** A part whose call the API may lack. The part is then left out. */
const OptionalPart = ({ of, ...part }: ComponentProps<typeof Part> & { of: Request }) => (of.error && isMissing(of.error) ? null : <Part {...part} />)

/** The list of a part, or what there is instead of it. */
function Rows({ of, empty, children }: { of: Request; empty: string; children: ReactNode[] | undefined }) {
  if (!children) return of.error ? <Failed title={common.database} error={of.error} retry={of.mutate} /> : <Loading />
  return children.length > 0 ? <ul>{children}</ul> : <p className="part-empty">{empty}</p>
}

/** A record: its name, which leads to it if `to` is given, and facts beside it. */
const Row = ({ to, name, children }: { to?: string | undefined; name: string; children: ReactNode }) => (
  <li>
    {to === undefined ? (
      <span className="ellipsis" title={name}>
        {name}
      </span>
    ) : (
      <Link className="ellipsis" title={name} to={to}>
        {name}
      </Link>
    )}
    {children}
  </li>
)

function Visits({ id }: { id: number }) {
  const may = useMay()
  const now = useNow(60_000)
  const minute = wallTime(now).slice(0, 16)
  const query = visitsAsked(id, now)
  const call = useFresh('GET /compromises', { query })
  const visits = visitsOf(call.data ?? [], minute)
  const { next, past } = visits
  const all = `/onde-estou?clientes=${id}&dataInicial=${query.dataInicial}`
  const rowsOf = (rows: AppointmentRow[]) =>
    call.data &&
    rows.slice(0, NAMED).map((row) => (
      <Row
        key={row.ID}
        to={may('PUT /compromises') ? `/onde-estou${formOf(row.ID)}` : undefined}
        name={`${row.DESCTAREFAEXTERNO} · ${row.NOMECOMPLETOUSUARIO}`}
      >
        {startAt(row) <= minute && endAt(row) > minute && <Dot tone="accent">Agora</Dot>}
        <small>{whenOf(row)}</small>
      </Row>
    ))
  return (
    <>
      <Part title="Próximas visitas" note={call.data && numberBr(next.length)} all={all}>
        <Rows of={call} empty="Nenhuma visita marcada.">
          {rowsOf(next)}
        </Rows>
      </Part>
      <Part title="Últimas visitas" note={call.data && `${numberBr(past.length)} em um ano`} all={all}>
        <Rows of={call} empty="Nenhuma visita em um ano.">
          {rowsOf(past)}
        </Rows>
      </Part>
      <Part title="Quem atende">
        <Rows of={call} empty="Ninguém em um ano.">
          {call.data &&
            workersOf(visits)
              .slice(0, NAMED)
              .map(({ person, name, visits: count, day, isNext }) => (
                <Row key={person} to={`${all}&colaboradores=${person}`} name={name}>
                  <small>
                    {count === 1 ? '1 visita' : `${numberBr(count)} visitas`} · {isNext ? 'próxima' : 'última'} em {dayBr(day)}
                  </small>
                </Row>
              ))}
        </Rows>
      </Part>
    </>
  )
}

/** 'qua, 02/12/2026, 08:00 – 11:30' */
const whenOf = (row: AppointmentRow) => `${shortWeekday(row.dataIni)}, ${dayBr(row.dataIni)}, ${hourBr(startAt(row))} – ${untilOf(row, row.dataIni)}`

function Services({ id }: { id: number }) {
  const call = useFresh('GET /service-time-control', { query: { idCliente: [String(id)] } })
  const rows = call.data && 'dataset' in call.data ? undefined : call.data
  return (
    <Part title="Serviços" note={rows && numberBr(rows.length)} all={`/controle-servicos?cliente=${id}`}>
      <Rows of={call} empty="Nenhum controle de serviço.">
        {rows?.slice(0, NAMED).map((row) => (
          <Row key={row.id} to={`/controle-servicos/${row.id}`} name={`${row.id} · ${row.responsavel}`}>
            <ServerState of={row.status} />
            <Balance saldo={row.saldo ?? '00:00'} bought={row.qtdHoras ?? '00:00'} />
          </Row>
        ))}
      </Rows>
    </Part>
  )
}

function Projects({ id }: { id: number }) {
  const call = useFresh('GET /trackprojetos/client/{id}', { path: { id } })
  return (
    <OptionalPart title="Projetos" of={call} note={call.data && numberBr(call.data.length)} all="/mapeamento-projetos">
      <Rows of={call} empty="Nenhum projeto pedido.">
        {call.data?.map((row) => (
          <Row key={row.id} to={`/mapeamento-projetos?dados=${row.id}`} name={row.descricao ?? NO_VALUE}>
            {row.idStatus === 'I' ? <Dot tone="ring">Inativo</Dot> : <ServerState of={row.status} />}
            <small>
              {percentBr(row.progresso ?? 0)}
              {row.dataFim && ` · até ${dayBr(row.dataFim)}`}
            </small>
          </Row>
        ))}
      </Rows>
    </OptionalPart>
  )
}

function Owed({ id, name }: { id: number; name: string }) {
  const may = useMay()
  const call = useFresh('GET /dash/aging/client/{id}', { path: { id } })
  const figures = [
    ['Gerado em 12 meses', call.data?.gerado],
    ['A vencer', call.data?.aVencer],
    ['Vencido', call.data?.vencido],
  ] as const
  return (
    <OptionalPart
      title="A receber"
      of={call}
      note={call.data && numberBr(call.data.documentos.length)}
      {...(may('GET /dash/aging') && { all: `/dash-financeiro?aba=cobranca&cliente=${encodeURIComponent(name)}` })}
    >
      <dl className={`strip ${css.figures}`}>
        {figures.map(([label, reais]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-below={(label === 'Vencido' && (reais ?? 0) > 0) || undefined}>{reais !== undefined && reaisBr(reais)}</dd>
          </div>
        ))}
      </dl>
      <Rows of={call} empty="Nada em aberto.">
        {call.data?.documentos.slice(0, NAMED).map((one) => (
          <Row key={one.id} to={one.nfse && may('GET /nfse/{id}') ? accountAddress(one.id) : undefined} name={one.documento ?? NO_VALUE}>
            <Dot tone={one.dias > 0 ? 'danger' : 'off'}>
              {one.dias > 0 ? 'venceu' : 'vence'} em {dayBr(one.vencimento)}
            </Dot>
            <small>{reaisBr(one.valor)}</small>
          </Row>
        ))}
      </Rows>
    </OptionalPart>
  )
}
