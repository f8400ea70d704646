// Dialog 'Ler retorno': reads a file of a bank, and shows what the files said that were read.
import { Button, Checkbox } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { dateBr, dayBr } from '../../../shared/clock.ts'
import { LARGEST_RETURN, messages } from '../../../shared/features/bank-files.ts'
import { messages as common } from '../../../shared/messages.ts'
import type { Reply } from '../../api/address.ts'
import { Failure } from '../../api/failure.ts'
import { send } from '../../api/request.ts'
import { useAskAgain } from '../../api/useAskAgain.ts'
import { useFresh } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Problem } from '../../ui/feedback/Problem.tsx'
import { base64Of, chooseFile } from '../../ui/file.ts'
import { Dot, type Tone } from '../../ui/grid/Status.tsx'
import { numberBr, reaisBr } from '../../ui/number.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import css from './bank-files.module.css'
import table from './rows.module.css'

interface Props {
  opened: boolean
  /** The return whose messages are shown, or null for the list. */
  id: number | null
  show: (id: number | null) => void
  /** Reloads the list behind the dialog. */
  refresh: () => unknown
  close: () => void
}

export default function ReturnWindow({ opened, id, show, refresh, close }: Props) {
  const [isPartial, setPartial] = useState(false)
  const list = useFresh(opened && id === null ? 'GET /nfse/returns' : null)
  const { data, error, mutate } = useFresh(opened && id !== null ? 'GET /nfse/returns/{id}' : null, { path: { id: id ?? 0 } })
  const { loading, problem, fetched } = useFetching()
  const may = useMay()
  useAskAgain(opened && (data?.pendentes ?? 0) > 0, async () => {
    await mutate()
    await refresh()
  })
  const upload = async (file: File) => {
    if (file.size > LARGEST_RETURN) throw new Failure(400, messages.size)
    const conteudo = await base64Of(file).catch(() => {
      throw new Failure(400, messages.kind)
    })
    return send('POST /nfse/returns', { body: { nome: file.name.slice(-100), conteudo, semDesconhecidos: isPartial } })
  }
  const readFile = async () => {
    const file = await chooseFile('.ret,.txt,.crt,text/plain')
    const stored = file && (await fetched(() => upload(file), common.database))
    if (!stored) return
    if (stored.jaLido) notify.warn(messages.readBefore)
    else notify.success(messages.read)
    show(stored.id)
    await refresh()
  }
  return (
    <Window title={data ? `Retorno ${data.numero} · ${data.banco}` : 'Ler retorno'} opened={opened} close={close}>
      <div className={css.files}>
        {problem && (
          <div className={css.reasons}>
            <Problem error={problem} failed={common.database} />
          </div>
        )}
        {id === null ? (
          list.data ? (
            <Returns of={list.data} show={show} />
          ) : list.error ? (
            <Failed title={common.database} error={list.error} retry={list.mutate} />
          ) : (
            <Loading />
          )
        ) : data ? (
          <Messages of={data} />
        ) : error ? (
          <Failed title={common.database} error={error} retry={mutate} />
        ) : (
          <Loading />
        )}
        {id === null && may('POST /nfse/returns') && (
          <Checkbox
            label="Deixar de fora os títulos que este sistema não registrou"
            checked={isPartial}
            onChange={({ currentTarget: { checked } }) => setPartial(checked)}
          />
        )}
      </div>
      <div className="window-foot">
        {id !== null && (
          <Button variant="default" size="md" onClick={() => show(null)}>
            Ver todos
          </Button>
        )}
        <Button variant="default" size="md" onClick={close}>
          Fechar
        </Button>
        {id === null && may('POST /nfse/returns') && (
          <Button size="md" data-autofocus leftSection={<FileUp aria-hidden />} loading={loading} onClick={readFile}>
            Escolher arquivo
          </Button>
        )}
      </div>
    </Window>
  )
}

const Returns = ({ of, show }: { of: Reply<'GET /nfse/returns'>; show: (id: number) => void }) => (
  <table className={`${table.rows} ${css.returns}`}>
    <thead>
      <tr>
        <th scope="col">Retorno</th>
        <th scope="col">Mensagens</th>
        <th scope="col">
          <span className="hidden">Ações</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {of.map((one) => (
        <tr key={one.id}>
          <th scope="row">
            {one.banco} {one.numero}
            <small>
              {one.empresa} · {dateBr(one.quando)} · {one.por}
            </small>
          </th>
          <td>{countsOf(one)}</td>
          <td>
            <Button variant="default" size="sm" aria-label={`Ver o retorno ${one.numero} do ${one.banco}`} onClick={() => show(one.id)}>
              Ver
            </Button>
          </td>
        </tr>
      ))}
      {of.length === 0 && (
        <tr>
          <td colSpan={3}>Nenhum retorno lido ainda: escolha o arquivo que o banco mandou.</td>
        </tr>
      )}
    </tbody>
  </table>
)

const countsOf = ({ mensagens, pendentes, conhecidas, desconhecidas }: Reply<'GET /nfse/returns'>[number]) =>
  [
    numberBr(mensagens),
    pendentes > 0 && `${numberBr(pendentes)} em andamento`,
    conhecidas > 0 && `${numberBr(conhecidas)} já ${conhecidas === 1 ? 'conhecida' : 'conhecidas'}`,
    desconhecidas > 0 && `${numberBr(desconhecidas)} de fora`,
  ]
    .filter(Boolean)
    .join(', ')

const messagesBr = (of: Reply<'GET /nfse/returns'>[number]) => `${of.mensagens === 1 ? 'mensagem' : 'mensagens'}: ${countsOf(of)}`

const TONES: Record<Reply<'GET /nfse/returns/{id}'>['linhas'][number]['sentido'], Tone> = {
  registered: 'ok',
  refused: 'danger',
  paid: 'ok',
  writtenOff: 'off',
  dueDateChanged: 'accent',
  fee: 'warn',
  other: 'off',
}

const Messages = ({ of }: { of: Reply<'GET /nfse/returns/{id}'> }) => (
  <>
    <p>
      {[of.empresa, of.gravado && `gravado em ${dayBr(of.gravado)}`, `lido em ${dateBr(of.quando)} por ${of.por}`, messagesBr(of)]
        .filter(Boolean)
        .join(' · ')}
    </p>
    <table className={`${table.rows} ${css.messages}`}>
      <thead>
        <tr>
          <th scope="col">Linha</th>
          <th scope="col">Tomador</th>
          <th scope="col">Mensagem</th>
          <th scope="col">Valor</th>
        </tr>
      </thead>
      <tbody>
        {of.linhas.map((one) => (
          <tr key={one.linha}>
            <td>{one.linha}</td>
            <th scope="row">
              {one.tomador}
              <small>{one.nossoNumero}</small>
            </th>
            <td>
              <Dot tone={TONES[one.sentido]}>{one.ocorrencia}</Dot>
              {one.motivos.length > 0 && <small>{one.motivos.join(', ')}</small>}
              {one.credito && <small>crédito em {dayBr(one.credito)}</small>}
            </td>
            <td>{one.valor === null ? '—' : reaisBr(one.valor)}</td>
          </tr>
        ))}
        {of.linhas.length === 0 && (
          <tr>
            <td colSpan={4}>{of.mensagens === 0 ? 'O arquivo não tem mensagens.' : 'Nada de novo: outros retornos já tinham dito tudo.'}</td>
          </tr>
        )}
      </tbody>
    </table>
  </>
)
