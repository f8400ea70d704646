// What is known of an account: who invoices whom, what became of its documents, and to whom they were mailed.
import { Button, Tabs } from '@mantine/core'
import { FileDown, Mail } from 'lucide-react'
import type { Account } from '../../../shared/features/nfse.ts'
import { messages as common } from '../../../shared/messages.ts'
import { useAskAgain } from '../../api/useAskAgain.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { numberBr } from '../../ui/number.ts'
import { useAddress } from '../../ui/useAddress.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import { nameOf } from './columns.tsx'
import { Events, General, Mails, mailsOf } from './DetailTabs.tsx'
import { hasNote, hasSlip, saveDocument } from './download.ts'
import { mailsFrom, type Filter } from './filter.ts'

interface Props {
  /** Null: closed. */
  id: number | null
  filter: Filter
  /** The same account as the list has it. */
  row: Account | undefined
  mail: (account: Account) => Promise<unknown>
  close: () => void
}

const tabs = ['dados', 'processamento', 'email']

export default function Details({ id, filter, row, mail, close }: Props) {
  const [params, put] = useAddress()
  const { data, error, mutate } = useFresh(id === null ? null : 'GET /nfse/{id}', { path: { id: id ?? 0 } })
  const file = useFetching()
  const mailing = useFetching()
  const account = data ?? row
  const mails = data ? mailsOf(data) : []
  const isUnderWay = data !== undefined && (data.ID_STATUS_NFSE === 2 || mails.some(({ waits }) => waits))
  useAskAgain(id !== null && isUnderWay, mutate)
  const tab = tabs.find((one) => one === params.get('aba')) ?? 'dados'
  const named = account ? nameOf(account) : 'Conta'
  const mayMail = data !== undefined && hasNote(data) && data.emailsList.length > 0 && mailsFrom(filter)
  return (
    <Window title={data?.NUMERO_NFSE ? `NFS-e ${numberBr(Number(data.NUMERO_NFSE))} · ${named}` : named} opened={id !== null} close={close}>
      <div className="nfse-details">
        {data ? (
          <Tabs value={tab} onChange={(aba) => put({ aba })}>
            <Tabs.List>
              <Tabs.Tab value="dados">Dados Gerais</Tabs.Tab>
              <Tabs.Tab value="processamento">Processamento</Tabs.Tab>
              <Tabs.Tab value="email">
                E-mail <small>{numberBr(mails.length)}</small>
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="dados">
              <General of={data} />
            </Tabs.Panel>
            <Tabs.Panel value="processamento">
              <Events label="NFS-e" of={data.eventosNotas} refused={data.RECUSA_NFSE} />
              <Events label="Boleto" of={data.eventosBoletos} refused={data.RECUSA_BOLETO} />
            </Tabs.Panel>
            <Tabs.Panel value="email">
              <Mails of={mails} account={data} mayMail={mayMail} />
            </Tabs.Panel>
          </Tabs>
        ) : error ? (
          <Failed title={common.database} error={error} retry={mutate} />
        ) : (
          <Loading />
        )}
      </div>
      <div className="window-foot">
        {data && (
          <div className="nfse-files">
            {hasNote(data) && <FileButton label="NFS-e" busy={file.loading} save={() => file.fetched(() => saveDocument(data, '1'))} />}
            {hasSlip(data) && <FileButton label="Boleto" busy={file.loading} save={() => file.fetched(() => saveDocument(data, '2'))} />}
          </div>
        )}
        <Button variant="default" size="md" data-autofocus onClick={close}>
          Fechar
        </Button>
        {/* Beside the addresses that it goes to. */}
        {mayMail && tab === 'email' && (
          <Button
            size="md"
            leftSection={<Mail aria-hidden />}
            loading={mailing.loading}
            onClick={() => mailing.fetched(() => mail(data).then(() => mutate()))}
          >
            Reenviar e-mail
          </Button>
        )}
      </div>
    </Window>
  )
}

const FileButton = ({ label, busy, save }: { label: string; busy: boolean; save: () => unknown }) => (
  <Button variant="default" size="md" leftSection={<FileDown aria-hidden />} disabled={busy} onClick={save}>
    {label}
  </Button>
)
