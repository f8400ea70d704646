import { TextInput } from '@mantine/core'
import { isNotEmpty, type UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'
import { atWall, dateBr, hourBr, wallTime } from '../../shared/clock.ts'
import { messages, type Compromise, type CompromiseRow } from '../../shared/compromises.ts'
import { messages as common } from '../../shared/messages.ts'
import { read, send, serverNow, type Reply, type useCall } from '../api.ts'
import { useMe } from '../boot.ts'
import { DateField, HourField, isHour } from '../ui/dates.tsx'
import { FlagSwitch, MultiPicker, Picker, type Options } from '../ui/fields.tsx'
import { FormModal } from '../ui/FormModal.tsx'
import { useEditing } from '../ui/useEditing.ts'

type Lists = Reply<'GET /datatocompromise'>
type ListsCall = ReturnType<typeof useCall<'GET /datatocompromise'>>
type Chosen = number | null

const blank = {
  /** One of a stored appointment, each with one of their own in a new one. */
  colaboradores: [] as number[],
  atividade: null as Chosen,
  cliente: null as Chosen,
  carro: null as Chosen,
  regiao: null as Chosen,
  dataIni: '',
  horaIni: '',
  dataFim: '',
  horaFim: '',
  status: 'A' as Compromise['status'],
  motivoEstorno: '',
  /** It was reversed when it was opened. */
  estornado: false,
  versao: undefined as number | undefined,
}
type Values = typeof blank

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Where a form that is open begins: now, rounded down to five minutes. */
const now = () => {
  const wall = wallTime(Math.floor(serverNow() / (5 * MINUTE)) * 5 * MINUTE)
  const start = { dataIni: wall.slice(0, 10), horaIni: hourBr(wall) }
  return { ...start, ...endOf(start) }
}
/** The end that a start proposes: an hour later. */
function endOf({ dataIni, horaIni }: Pick<Values, 'dataIni' | 'horaIni'>) {
  if (!dataIni || !isHour(horaIni)) return null
  const wall = wallTime(atWall(`${dataIni}T${horaIni}:00`) + HOUR)
  return { dataFim: wall.slice(0, 10), horaFim: hourBr(wall) }
}

export function useCompromiseEditing() {
  const me = useMe()
  return useEditing(
    'compromisso',
    blank,
    async (id) => {
      const stored = await read('GET /compromises/{id}', { path: { id } })
      const { dataIni, horaIni, dataFim, horaFim, carro, regiao, status, versao } = stored
      return {
        colaboradores: [stored.CODCOLABORADOR],
        atividade: stored.CODATIVIDADE,
        cliente: stored.CODCLIENTE,
        carro,
        regiao,
        dataIni,
        horaIni,
        dataFim,
        horaFim,
        status,
        versao,
        motivoEstorno: stored.MOTIVO ?? '',
        estornado: status === 'I',
      }
    },
    { begins: { agora: () => ({ colaboradores: [me.id], ...now() }) } },
  )
}

/** A new appointment that begins as another is, with what may still be chosen. */
export function copyOf(values: Values, lists: Lists | undefined): Values {
  const offered = (id: Chosen, ids: number[] = []) => (id !== null && ids.includes(id) ? id : null)
  return {
    ...values,
    colaboradores: values.colaboradores.filter((person) => lists?.colab.some(({ ID }) => ID === person)),
    atividade: offered(
      values.atividade,
      lists?.atividades.map(({ CODTAREFAEXTERNO }) => CODTAREFAEXTERNO),
    ),
    cliente: offered(
      values.cliente,
      lists?.clientes.map(({ CODIGOCLIENTE }) => CODIGOCLIENTE),
    ),
    carro: offered(
      values.carro,
      lists?.carros.map(({ CODIGOCARRO }) => CODIGOCARRO),
    ),
    regiao: offered(
      values.regiao,
      lists?.regioes.map(({ ID }) => ID),
    ),
    status: 'A',
    motivoEstorno: '',
    estornado: false,
    versao: undefined,
  }
}

const required = isNotEmpty(common.required)
const hour = (text: string) => (!text ? common.required : isHour(text) ? null : common.hour)

/** `lists`: answers what may be chosen; `row`: the opened appointment, as the grid has it; `saved`: reloads the list. */
export function CompromiseForm({
  editing,
  lists,
  row,
  saved,
}: {
  editing: ReturnType<typeof useCompromiseEditing>
  lists: ListsCall
  row: CompromiseRow | undefined
  saved: () => unknown
}) {
  const save = async (values: Values, id: number | null) => {
    const { atividade, cliente, carro, regiao, dataIni, horaIni, dataFim, horaFim, status, versao } = values
    const motivoEstorno = status === 'I' ? values.motivoEstorno : null
    const [colaborador = 0, ...outros] = values.colaboradores
    const when = { dataIni, horaIni, dataFim, horaFim }
    const body = { colaborador, atividade: atividade ?? 0, cliente, carro, regiao, ...when, status, motivoEstorno }
    await (id === null
      ? send('POST /compromises', { body: { ...body, ...(outros.length > 0 && { outros }) } })
      : send('PUT /compromises', { body: { ...body, id, versao } }))
    await saved()
    return id === null ? messages.created : messages.changed
  }
  const asked = (field: keyof Asked) => (value: Chosen, values: Values) =>
    asksOf(values, lists.data)[field] && value === null ? common.required : null

  return (
    <FormModal
      editing={editing}
      create={{ title: 'Novo Compromisso', failed: common.database }}
      change={{ title: 'Editar Compromisso', failed: common.database }}
      rules={{
        colaboradores: required,
        atividade: required,
        cliente: asked('cliente'),
        carro: asked('carro'),
        regiao: asked('regiao'),
        dataIni: required,
        horaIni: hour,
        dataFim: (day, { dataIni }) => (!day ? common.required : day < dataIni ? messages.dataFim : null),
        horaFim: (text, { dataIni, dataFim, horaIni }) => hour(text) ?? (dataFim === dataIni && text < horaIni ? messages.horaFim : null),
        motivoEstorno: (text, { status }) => (status === 'I' && !text.trim() ? common.required : null),
      }}
      save={save}
      lists={lists}
      warn={(values, id) => (id === null || isMoved(values, editing.opened?.values) ? clashes(values, id) : Promise.resolve(null))}
      final={({ estornado }) => (estornado ? messages.reversed : undefined)}
    >
      {(form) => <Fields form={form} lists={lists.data} opened={editing.opened} row={row} />}
    </FormModal>
  )
}

interface Asked {
  cliente: boolean
  carro: boolean
  regiao: boolean
}
/** What the chosen activity asks for; of one that is no longer offered, what the appointment has. */
function asksOf({ atividade, cliente, carro, regiao }: Values, lists: Lists | undefined): Asked {
  const task = lists?.atividades.find(({ CODTAREFAEXTERNO }) => CODTAREFAEXTERNO === atividade)
  if (!task) return { cliente: cliente !== null, carro: carro !== null, regiao: regiao !== null }
  return { cliente: task.CLIENTE === 'S', carro: task.CARRO === 'S', regiao: task.REGIAO === 'S' }
}

/** What is offered, and what was stored although it is offered no longer. */
const including = (options: Options, stored: Chosen | undefined, name: string | null | undefined): Options =>
  !options || stored == null || options.some(({ value }) => value === stored)
    ? options
    : [...options, { value: stored, label: name ?? `Código ${stored}` }]

function Fields({
  form,
  lists,
  opened,
  row,
}: {
  form: UseFormReturnType<Values>
  lists: Lists | undefined
  opened: { id: number | null; values: Values } | null
  row: CompromiseRow | undefined
}) {
  const { values } = form
  const isNew = opened?.id === null
  const was = isNew ? undefined : opened?.values
  const asks = asksOf(values, lists)
  // The end follows the start until it is typed.
  const proposed = useRef(isNew ? endOf(values) : null)
  const begin = (start: { dataIni: string } | { horaIni: string }) => {
    const end = endOf({ ...values, ...start })
    const { dataFim = '', horaFim = '' } = proposed.current ?? {}
    const typed = (values.dataFim || values.horaFim) && (values.dataFim !== dataFim || values.horaFim !== horaFim)
    form.setValues({ ...start, ...(!typed && end) })
    if (!typed && end) proposed.current = end
  }
  const people = including(
    lists?.colab.map(({ ID: value, NOMECOMPLETOUSUARIO: label }) => ({ value, label })),
    was?.colaboradores[0],
    row?.NOMECOMPLETOUSUARIO,
  )
  const person = { required: true, options: people, 'data-autofocus': !opened?.values.colaboradores.length || undefined }
  return (
    <>
      {isNew ? (
        <MultiPicker label="Colaboradores" placeholder="Escolha quem vai" {...person} {...form.getInputProps('colaboradores')} />
      ) : (
        <Picker
          label="Colaborador"
          {...person}
          {...form.getInputProps('colaboradores')}
          value={values.colaboradores[0] ?? null}
          onChange={(id) => form.setFieldValue('colaboradores', id === null ? [] : [id])}
        />
      )}
      <Picker
        label="Atividade"
        placeholder="Escolha a atividade"
        required
        data-autofocus={values.colaboradores.length > 0 || undefined}
        options={including(
          lists?.atividades.map(({ CODTAREFAEXTERNO: value, DESCTAREFAEXTERNO: label }) => ({ value, label })),
          was?.atividade,
          row?.DESCTAREFAEXTERNO,
        )}
        {...form.getInputProps('atividade')}
        onChange={(atividade) => {
          const next = asksOf({ ...values, atividade }, lists)
          const { cliente, carro, regiao } = values
          form.setValues({
            atividade,
            cliente: next.cliente ? cliente : null,
            carro: next.carro ? carro : null,
            regiao: next.regiao ? regiao : null,
          })
        }}
      />
      {asks.cliente && (
        <Picker
          label="Cliente"
          placeholder="Escolha o cliente"
          required
          options={including(
            lists?.clientes.map(({ CODIGOCLIENTE: value, NOMEFANTASIACLIENTE: label }) => ({ value, label })),
            was?.cliente,
            row?.NOMEFANTASIACLIENTE,
          )}
          {...form.getInputProps('cliente')}
        />
      )}
      {asks.carro && (
        <Picker
          className="form-wide"
          label="Deslocamento"
          placeholder="Escolha o carro"
          required
          options={including(
            lists?.carros.map(({ CODIGOCARRO: value, DESCRICAOCARRO, PLACACARRO }) => ({ value, label: `${DESCRICAOCARRO} (${PLACACARRO})` })),
            was?.carro,
            row?.DESLOC,
          )}
          {...form.getInputProps('carro')}
        />
      )}
      {asks.regiao && (
        <Picker
          className="form-narrow"
          label="Região"
          placeholder="Escolha a região"
          required
          options={including(
            lists?.regioes.map(({ ID: value, DESCRICAO: label }) => ({ value, label })),
            was?.regiao,
            undefined,
          )}
          {...form.getInputProps('regiao')}
        />
      )}
      <div className="form-fields">
        <DateField
          className="form-quarter"
          label="Data inicial"
          required
          {...form.getInputProps('dataIni')}
          onChange={(dataIni) => begin({ dataIni })}
        />
        <HourField
          className="form-quarter"
          label="Hora inicial"
          required
          {...form.getInputProps('horaIni')}
          onChange={(horaIni) => begin({ horaIni })}
        />
        <DateField className="form-quarter" label="Data final" required {...form.getInputProps('dataFim')} />
        <HourField className="form-quarter" label="Hora final" required {...form.getInputProps('horaFim')} />
      </div>
      {!isNew && (
        <>
          <FlagSwitch
            label="Estornado?"
            value={values.status === 'I' ? 'S' : 'N'}
            onChange={(reversed) => form.setFieldValue('status', reversed === 'S' ? 'I' : 'A')}
          />
          {values.status === 'I' && (
            <TextInput className="form-wide" label="Motivo" required maxLength={500} {...form.getInputProps('motivoEstorno')} />
          )}
        </>
      )}
    </>
  )
}

type When = Pick<Compromise, 'dataIni' | 'horaIni' | 'dataFim' | 'horaFim'>
const startOf = ({ dataIni, horaIni }: When) => `${dataIni}T${horaIni}`
const finishOf = ({ dataFim, horaFim }: When) => `${dataFim}T${horaFim}`
/** 'de 21/11/2026 08:00 a 12:00', or until another day. */
const spanOf = (when: When) => `de ${dateBr(startOf(when))} a ${when.dataIni === when.dataFim ? when.horaFim : dateBr(finishOf(when))}`

/** What it overlaps was said when it was put there. */
const isMoved = (values: Values, was: Values | undefined) =>
  (['colaboradores', 'dataIni', 'horaIni', 'dataFim', 'horaFim', 'status'] as const).some((field) => String(values[field]) !== String(was?.[field]))

const SHOWN = 5
/** What the same people already do at that time: it may be meant so. */
async function clashes({ status, colaboradores, ...when }: Values, id: number | null) {
  if (status === 'I') return null
  const query = { colaboradores, dataInicial: when.dataIni, dataFinal: when.dataFim }
  const rows = (await read('GET /compromises', { query })).filter(
    (row) => row.ID !== id && row.status === 'A' && startOf(row) < finishOf(when) && startOf(when) < finishOf(row),
  )
  if (rows.length === 0) return null
  return (
    <>
      <strong>Já há compromisso nesse horário:</strong>
      <ul>
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.ID}>
            {[row.NOMECOMPLETOUSUARIO, row.DESCTAREFAEXTERNO, row.NOMEFANTASIACLIENTE].filter(Boolean).join(' · ')}, {spanOf(row)}
          </li>
        ))}
        {rows.length > SHOWN && <li>e mais {rows.length - SHOWN}</li>}
      </ul>
    </>
  )
}
