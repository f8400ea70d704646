// Details of an account: the parties, the state of its documents, and the mails.
import { Button, Tabs, TextInput } from '@mantine/core'
import { Ban, Banknote, CopyPlus, FileDown, Landmark, Mail, Pencil, Replace } from 'lucide-react'
import { useState } from 'react'
import { openFrom } from '../../../shared/bank-days.ts'
import { wallDay } from '../../../shared/clock.ts'
import { messages as bank } from '../../../shared/features/bank-files.ts'
import type { Account } from '../../../shared/features/nfse.ts'
import { messages as common } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { read, send } from '../../api/request.ts'
import { useAskAgain } from '../../api/useAskAgain.ts'
import { useFresh } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useOpened } from '../../ui/form/useEditing.ts'
import { numberBr } from '../../ui/number.ts'
import { useAddress } from '../../ui/useAddress.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import AccountForm, { addressesIn, blank, lackingOf, valuesOf } from './AccountForm.tsx'
import { BankPart } from './BankPart.tsx'
import CancelForm, { useCancel } from './CancelForm.tsx'
import { nameOf } from './columns.tsx'
import { Events, General, Mails, mailsOf } from './DetailTabs.tsx'
import { hasNote, hasSlip, saveDocument } from './download.ts'
import { isMailed as isMailedAccount, mailsFrom, type Filter } from './filter.ts'
import OrderForm, { useOrder } from './OrderForm.tsx'
import PaymentForm, { usePayments } from './PaymentForm.tsx'
import { leftOf, Payments } from './Payments.tsx'
import SecondCopyForm, { suggestedDay, useSecondCopy } from './SecondCopyForm.tsx'
import css from './details.module.css'

interface Props {
  /** Null when closed. */
  id: number | null
  filter: Filter
  /** The account's row in the list. */
  row: Account | undefined
  /** Mails the documents to the customer's addresses, or to `emails`. */
  mail: (account: Account, emails?: string[]) => Promise<unknown>
  /** Reloads the list. */
  refresh: () => unknown
  close: () => void
}

const tabs = ['dados', 'processamento', 'recebimento', 'email']

export default function Details({ id, filter, row, mail, refresh, close }: Props) {
  const [params, put] = useAddress()
  const { data, error, mutate } = useFresh(id === null ? null : 'GET /nfse/{id}', { path: { id: id ?? 0 } })
  const file = useFetching()
  const mailing = useFetching()
  const [others, setOthers] = useState('')
  const editing = useOpened('conta nfse', blank, async (id) => valuesOf(await read('GET /nfse/{id}', { path: { id } })))
  const replacing = useOpened('substituição nfse', blank, async (id) => valuesOf(await read('GET /nfse/{id}', { path: { id } })))
  const cancelling = useCancel(id ?? 0)
  const payments = usePayments(id ?? 0)
  const ordering = useOrder(id ?? 0)
  const copying = useSecondCopy(id ?? 0)
  const dropping = useFetching()
  const may = useMay()
  const account = data ?? row
  const mails = data ? mailsOf(data) : []
  const isUnderWay =
    data !== undefined &&
    (data.ID_STATUS_NFSE === 2 || Boolean(data.notaEmAndamento) || data.segundaViaNaFila === true || mails.some(({ waits }) => waits))
  useAskAgain(id !== null && isUnderWay, mutate)
  const tab = tabs.find((one) => one === params.get('aba')) ?? 'dados'
  const named = account ? nameOf(account) : 'Conta'
  const isMailed = data !== undefined && hasNote(data) && !data.NFSE_CANCELADA && mailsFrom(filter) && isMailedAccount(data)
  const mayMail = isMailed && data.emailsList.length > 0
  // The API of another system sends no version and accepts no corrections, so without a version nothing can be corrected.
  const mayCorrect = data !== undefined && data.versao !== undefined && data.ID_STATUS_NFSE === 1 && data.ID_STATUS_BOLETO === 1
  const hasValidNote = data !== undefined && data.versao !== undefined && hasNote(data) && !data.NFSE_CANCELADA && !data.notaEmAndamento
  const mayCancel = hasValidNote && may('POST /nfse/{id}/cancel')
  const mayReplace = hasValidNote && may('POST /nfse/{id}/substitute')
  const left = data && leftOf(data)
  const mayPay = left !== undefined && may('POST /nfse/{id}/payments')
  const copy = data?.SEGUNDA_VIA
  const due = copy?.vencimento ?? data?.DATA_VENCTO ?? null
  /** The amount of the boleto without fine and interest. */
  const asked = copy ? copy.valor - copy.multa - copy.juros : (data?.VALOR_LIQUIDO ?? 0)
  const isOverdue = due !== null && openFrom(due) < wallDay(serverNow())
  const hasSlipToReplace = data?.ID_STATUS_BOLETO === 2 && !data.segundaViaNaFila && (left ?? 0) > 0
  const mayCopy = hasSlipToReplace && (isOverdue || asked - (left ?? 0) > 0.004) && may('POST /nfse/{id}/second-copy')
  const mayOrder = data?.REGISTRO_BOLETO === 'registered' && may('POST /nfse/{id}/orders')
  const drop = async (order: number) => {
    if (await dropping.fetched(() => send('DELETE /nfse/orders/{id}', { path: { id: order } }), common.database)) notify.success(bank.orderDropped)
    await mutate()
  }
  const sendMail = async (account: Account) => {
    await mail(account, others.trim() === '' ? undefined : addressesIn(others))
    setOthers('')
    await mutate()
    // An object, because `fetched` reports an undefined result as a missing record.
    return {}
  }
  const mailNow = () => data && mailing.fetched(() => sendMail(data))
  return (
    <Window
      title={data?.NUMERO_NFSE ? `NFS-e ${numberBr(Number(data.NUMERO_NFSE))} · ${named}` : named}
      opened={id !== null}
      covered={[editing, replacing, cancelling, payments.paying, payments.undoing, ordering, copying].some(({ opened }) => opened !== null)}
      close={close}
    >
      <div className={css.details}>
        {data ? (
          <Tabs value={tab} onChange={(aba) => put({ aba })}>
            <Tabs.List>
              <Tabs.Tab value="dados">Dados Gerais</Tabs.Tab>
              <Tabs.Tab value="processamento">Processamento</Tabs.Tab>
              {left !== undefined && <Tabs.Tab value="recebimento">Recebimento</Tabs.Tab>}
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
            <Tabs.Panel value="recebimento">
              {/* The draft keeps the reason only. The payment is always the one whose button was pressed. */}
              <Payments of={data} undo={mayPay ? ({ id, valor }) => payments.undoing.create({ id, valor: valor ?? 0 }, false) : undefined} />
              <BankPart of={data} drop={may('DELETE /nfse/orders/{id}') ? drop : undefined} />
            </Tabs.Panel>
            <Tabs.Panel value="email">
              <Mails of={mails} account={data} mayMail={mayMail} isElsewhere={isMailed && others.trim() !== ''} />
              {isMailed && (
                <TextInput
                  label="Enviar para outro endereço"
                  description="Só desta vez: o cadastro do tomador não muda."
                  value={others}
                  onChange={({ currentTarget: { value } }) => setOthers(value)}
                  onKeyDown={({ key, nativeEvent }) => {
                    if (key === 'Enter' && !nativeEvent.isComposing && others.trim() !== '' && !mailing.loading) void mailNow()
                  }}
                />
              )}
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
          <div className={css.files}>
            {hasNote(data) && <FileButton label="NFS-e" busy={file.loading} save={() => file.fetched(() => saveDocument(data, '1'))} />}
            {hasSlip(data) && !data.NFSE_CANCELADA && (
              <FileButton label="Boleto" busy={file.loading} save={() => file.fetched(() => saveDocument(data, '2'))} />
            )}
          </div>
        )}
        {mayCorrect && tab === 'dados' && (
          <Button
            variant="default"
            size="md"
            leftSection={<Pencil aria-hidden />}
            loading={editing.loading}
            onClick={() => id !== null && editing.edit(id)}
          >
            Corrigir
          </Button>
        )}
        {mayReplace && tab === 'dados' && (
          <Button
            variant="default"
            size="md"
            leftSection={<Replace aria-hidden />}
            loading={replacing.loading}
            onClick={() => id !== null && replacing.edit(id)}
          >
            Substituir
          </Button>
        )}
        {mayCancel && tab === 'dados' && (
          <Button variant="default" size="md" leftSection={<Ban aria-hidden />} onClick={() => cancelling.create()}>
            Cancelar NFS-e
          </Button>
        )}
        {mayOrder && tab === 'recebimento' && (
          <Button variant="default" size="md" leftSection={<Landmark aria-hidden />} onClick={() => ordering.create()}>
            Instrução ao banco
          </Button>
        )}
        {mayCopy && tab === 'recebimento' && (
          <Button variant="default" size="md" leftSection={<CopyPlus aria-hidden />} onClick={() => copying.create({ vencimento: suggestedDay() })}>
            Segunda via
          </Button>
        )}
        {mayPay && left > 0 && tab === 'recebimento' && (
          <Button
            variant="default"
            size="md"
            leftSection={<Banknote aria-hidden />}
            onClick={() => payments.paying.create({ valor: left, pagoEm: wallDay(serverNow()) })}
          >
            Registrar pagamento
          </Button>
        )}
        <Button variant="default" size="md" data-autofocus onClick={close}>
          Fechar
        </Button>
        {/* The button is only in the tab that shows the recipients. */}
        {isMailed && (mayMail || others.trim() !== '') && tab === 'email' && (
          <Button size="md" leftSection={<Mail aria-hidden />} loading={mailing.loading} onClick={mailNow}>
            Reenviar e-mail
          </Button>
        )}
      </div>
      {id !== null && <PaymentForm id={id} forms={payments} saved={() => Promise.all([mutate(), refresh()])} />}
      {id !== null && <OrderForm id={id} form={ordering} saved={() => Promise.all([mutate(), refresh()])} />}
      {id !== null && <SecondCopyForm id={id} form={copying} saved={() => Promise.all([mutate(), refresh()])} />}
      {id !== null && <CancelForm id={id} form={cancelling} received={data?.VALOR_RECEBIDO ?? 0} saved={() => Promise.all([mutate(), refresh()])} />}
      <AccountForm isSubstitution editing={replacing} lacking={{}} saved={() => Promise.all([mutate(), refresh()])} />
      <AccountForm editing={editing} lacking={data ? lackingOf(data) : {}} saved={() => Promise.all([mutate(), refresh()])} />
    </Window>
  )
}

const FileButton = ({ label, busy, save }: { label: string; busy: boolean; save: () => unknown }) => (
  <Button variant="default" size="md" leftSection={<FileDown aria-hidden />} disabled={busy} onClick={save}>
    {label}
  </Button>
)
