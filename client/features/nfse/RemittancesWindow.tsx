// Dialog 'Remessas': the files for the banks, to be downloaded.
import { Button } from '@mantine/core'
import { Download, FilePlus2, Percent } from 'lucide-react'
import { dateBr } from '../../../shared/clock.ts'
import { messages, type Remittance } from '../../../shared/features/bank-files.ts'
import { messages as common } from '../../../shared/messages.ts'
import { send } from '../../api/request.ts'
import { useFresh } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { numberBr, reaisBr } from '../../ui/number.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import { saveRemittance } from './registering.ts'
import css from './bank-files.module.css'
import table from './rows.module.css'

interface Props {
  opened: boolean
  openTerms: () => void
  close: () => void
}

export default function RemittancesWindow({ opened, openTerms, close }: Props) {
  const { data, error, mutate } = useFresh(opened ? 'GET /nfse/remittances' : null)
  const may = useMay()
  const { loading, fetched } = useFetching()
  const saving = useFetching()
  const sendInstructions = async () => {
    const made = await fetched(() => send('POST /nfse/remittances', { body: { contas: [] } }), common.database)
    if (made) notify.success(messages.sent(made.length))
    await mutate()
  }
  return (
    <Window title="Remessas" opened={opened} close={close}>
      <div className={css.files}>
        {data ? (
          <table className={`${table.rows} ${css.remittances}`}>
            <thead>
              <tr>
                <th scope="col">Remessa</th>
                <th scope="col">Conteúdo</th>
                <th scope="col">No banco</th>
                <th scope="col">
                  <span className="hidden">Ações</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((one) => (
                <Row key={one.id} {...one} save={() => saving.fetched(() => saveRemittance(one.id))} />
              ))}
              {data.length === 0 && (
                <tr>
                  <td colSpan={4}>Nenhuma remessa ainda: escolha boletos emitidos e use Registrar no banco.</td>
                </tr>
              )}
            </tbody>
          </table>
        ) : error ? (
          <Failed title={common.database} error={error} retry={mutate} />
        ) : (
          <Loading />
        )}
      </div>
      <div className="window-foot">
        {may('GET /nfse/terms') && (
          <Button variant="default" size="md" leftSection={<Percent aria-hidden />} onClick={openTerms}>
            Condições
          </Button>
        )}
        {may('POST /nfse/remittances') && (
          <Button variant="default" size="md" leftSection={<FilePlus2 aria-hidden />} loading={loading} onClick={sendInstructions}>
            Gerar com as instruções guardadas
          </Button>
        )}
        <Button variant="default" size="md" data-autofocus onClick={close}>
          Fechar
        </Button>
      </div>
    </Window>
  )
}

const counted = (count: number, one: string, many: string) => count > 0 && `${numberBr(count)} ${count === 1 ? one : many}`

function Row({ save, ...one }: Remittance & { save: () => unknown }) {
  const waiting = one.entradas - one.aceitos - one.recusados
  const answers = [
    counted(one.aceitos, 'aceito', 'aceitos'),
    counted(one.recusados, 'recusado', 'recusados'),
    counted(waiting, 'sem resposta', 'sem resposta'),
  ].filter(Boolean)
  return (
    <tr>
      <th scope="row">
        {one.banco} {one.numero}
        <small>
          {one.empresa} · {dateBr(one.quando)} · {one.por}
        </small>
      </th>
      <td>
        {[counted(one.entradas, 'boleto', 'boletos'), counted(one.instrucoes, 'instrução', 'instruções')].filter(Boolean).join(' e ')}
        {one.entradas > 0 && <small>{reaisBr(one.valor)}</small>}
      </td>
      <td>{answers.join(', ') || '—'}</td>
      <td>
        <Button
          variant="default"
          size="sm"
          aria-label={`Baixar a remessa ${one.numero} do ${one.banco}`}
          title={one.arquivo}
          leftSection={<Download aria-hidden />}
          onClick={save}
        >
          <span className={css.word}>Baixar</span>
        </Button>
      </td>
    </tr>
  )
}
