// NFS-e Express: the accounts of a month and a cost centre, and the actions on them.
import './nfse.css'
import { Button } from '@mantine/core'
import { CloudDownload, Eye, FileDown, Mail, ReceiptText, RefreshCw, ScanBarcode, Send, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dayBr } from '../../../shared/clock.ts'
import { messages, RECEIPTED, type Account } from '../../../shared/features/nfse.ts'
import { sumReais } from '../../../shared/money.ts'
import { slashed } from '../../../shared/written.ts'
import { send } from '../../api/request.ts'
import { useAskAgain } from '../../api/useAskAgain.ts'
import { renewAll, useFresh } from '../../api/useCall.ts'
import type { Drawn } from '../../parts.ts'
import { Message } from '../../ui/feedback/Message.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import type { Action } from '../../ui/grid/actions.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { ColumnChoice, ExportButton, SortChoice } from '../../ui/grid/GridFilters.tsx'
import { SearchField } from '../../ui/grid/SearchField.tsx'
import { SelectionBar } from '../../ui/grid/SelectionBar.tsx'
import { useGrid } from '../../ui/grid/useGrid.ts'
import { useSelection } from '../../ui/grid/useSelection.ts'
import { later } from '../../ui/later.tsx'
import { numberBr, reaisBr } from '../../ui/number.ts'
import { PrintNote } from '../../ui/PrintNote.tsx'
import type { Asking } from '../../ui/Question.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAddress } from '../../ui/useAddress.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { Bar } from './Bar.tsx'
import { columnsOf, nameOf } from './columns.tsx'
import { hasNote, hasSlip, saveDocument } from './download.ts'
import { filterOf, mailsFrom, nothingOpen, useNfseFilter } from './filter.ts'
import { useLoads } from './loads.ts'
import { ended, idOf, idsOf, namesOf, roundsOf } from './sending.ts'

const Details = later(() => import('./Details.tsx'))
const SendWindow = later(() => import('./SendWindow.tsx'))
const LoadsWindow = later(() => import('./LoadsWindow.tsx'))
const Question = later(() => import('../../ui/Question.tsx'))

/** Time in ms during which the list is polled after sending. Boletos need the polling, because they have no state between open and issued. */
const SETTLING = 20_000

export const drawn: Drawn = ({ ask, search, now }) => {
  const { centre, query } = filterOf(search, now)
  return Promise.all([ask('GET /nfse/centrocustos', { query: { mesAno: query.mesAno } }), ...(centre ? [ask('GET /nfse', { query })] : [])])
}

/** Whether neither of the two documents was sent or issued. */
const isOpen = (row: Account) => row.ID_STATUS_NFSE === 1 && row.ID_STATUS_BOLETO === 1
/** Facts that identify an account, because a customer may have several accounts. */
const factsOf = (row: Account) =>
  [
    nameOf(row),
    row.VALOR_CONTA !== null && reaisBr(row.VALOR_CONTA),
    row.DATA_VENCTO && `vence ${dayBr(row.DATA_VENCTO)}`,
    `conta ${row.ID_REF_CONTA}`,
  ]
    .filter(Boolean)
    .join(' · ')

export default function Nfse() {
  const [params, put] = useAddress()
  const filter = useNfseFilter()
  const { kind, state, centre, month, query, isSet, go, turn } = filter
  const centres = useFresh('GET /nfse/centrocustos', { query: { mesAno: query.mesAno } })
  const call = useFresh(isSet ? 'GET /nfse' : null, { query })
  const rows = call.data
  const isOpenList = state.value === 'aberto'
  const grid = useGrid({ rows, columns: columnsOf(kind.code), idOf, defaultOrder: 'tomador', part: ` ${kind.value}` })
  const selection = useSelection(grid, rows, JSON.stringify(query))
  const { chosen } = selection

  const action = params.get('acao')
  const id = Number(params.get('id'))
  const detailed = action === 'detalhes' && Number.isInteger(id) && id > 0 ? id : null
  const close = () => put(nothingOpen)
  const [sending, startSending] = useState<Account[] | null>(null)
  const [asking, askFor] = useState<Asking | null>(null)
  const [settling, settle] = useState(0)
  useEffect(() => {
    const timer = settling > 0 && setTimeout(() => settle(0), SETTLING)
    return () => void (timer && clearTimeout(timer))
  }, [settling])
  const refresh = () => call.mutate()

  // Polls while documents or mails are in progress, so that nobody has to reload.
  const isUnderWay = (state.value === 'enviado' && rows?.length !== 0) || rows?.some(({ emailState }) => emailState?.pendentMails)
  useAskAgain(isSet && rows !== undefined && (Boolean(isUnderWay) || settling > 0), refresh)
  const loads = useLoads(action === 'carga', (ended) => {
    if (ended === query.mesAno) void Promise.all([renewAll('GET /nfse'), renewAll('GET /nfse/centrocustos')])
  })

  const refreshing = useFetching()
  const { fetched } = useFetching()
  const updateStatus = async () => {
    if (!rows?.length) return notify.warn(messages.nothingToRefresh)
    const update = async () => {
      for (const contas of roundsOf(idsOf(rows)))
        await send('PUT /nfse', { body: { contas, idStatus: 2, observacao: 'Emissão.', tipoEmissao: kind.code } })
      return true
    }
    if (await refreshing.fetched(update, messages.refreshFailed)) notify.success(messages.refreshed)
    await refresh()
  }
  const sendMail = (account: Account, emails?: string[]) => send('POST /nfse/send-mail', { body: { id: idOf(account), ...(emails && { emails }) } })
  const mail = async (account: Account, emails?: string[]) => {
    await sendMail(account, emails)
    notify.success(messages.mailSent)
    return (await refresh()) ?? {}
  }
  /** Adds the dialog to the address, so that Back closes the dialog and leaves the list as it is. */
  const opening = (acao: 'enviar' | 'excluir' | 'email') => put({ ...nothingOpen, acao }, true)
  const isAsked = action === 'excluir' || action === 'email'
  // Removes an open dialog from the address on entering, because the selection that the dialog needs is not in the address.
  useEffect(() => {
    if (action === 'enviar' || isAsked) put(nothingOpen)
    // oxlint-disable-next-line react/exhaustive-deps -- runs on entering
  }, [])
  // An e-mail cannot be taken back, so the person is asked first.
  const mailAgain = (row: Account) => {
    opening('email')
    askFor({
      title: 'Reenviar o e-mail desta conta?',
      name: factsOf(row),
      note: 'Vai para todos os endereços do tomador, com os documentos anexados.',
      act: 'Reenviar',
      run: () => sendMail(row),
      done: messages.mailSent,
    })
  }
  const sendReceipts = () => {
    const [first] = chosen
    if (!first) return
    const isOne = chosen.length === 1
    opening('email')
    askFor({
      title: isOne ? 'Enviar o recibo desta conta?' : `Enviar os recibos de ${numberBr(chosen.length)} contas?`,
      name: isOne ? factsOf(first) : namesOf(chosen),
      note: `Vai por e-mail para todos os endereços ${isOne ? 'do' : 'de cada'} tomador.`,
      act: 'Enviar',
      run: async () => {
        // The call is limited to ten requests per minute, so each round is large.
        for (const ids of roundsOf(idsOf(chosen), 1000)) await send('POST /nfse/send-mail-recibo', { body: { ids } })
        selection.clear()
        return {}
      },
      done: messages.mailSent,
    })
  }
  const startWith = (accounts: Account[]) => {
    if (accounts.length === 0) return notify.warn(messages.contas)
    startSending(accounts)
    opening('enviar')
  }
  const remove = (accounts: Account[]) => {
    if (accounts.length === 0) return notify.warn(messages.contas)
    const open = accounts.filter(isOpen)
    const [first] = open
    if (!first) return notify.warn(messages.onlyOpen)
    const isOne = open.length === 1
    const names = isOne ? factsOf(first) : namesOf(open)
    const stay = accounts.length - open.length
    opening('excluir')
    askFor({
      title: isOne ? 'Excluir esta conta?' : `Excluir ${numberBr(open.length)} contas?`,
      name: stay === 0 ? names : `${ended(names)} ${stay === 1 ? '1 já foi emitida e fica' : `${numberBr(stay)} já foram emitidas e ficam`}.`,
      note: `${isOne ? 'Não volta' : `Somam ${reaisBr(sumReais(open, (row) => row.VALOR_CONTA))} e não voltam`} pela carga de dados.`,
      run: async () => {
        try {
          for (const ids of roundsOf(idsOf(open))) await send('DELETE /nfse', { body: { ids } })
          return {}
        } catch (error) {
          // Somebody else may have changed or deleted some of the accounts, so the list is reloaded.
          await refresh()
          throw error
        }
      },
      done: isOne ? messages.removedOne : messages.removed,
    })
  }

  const mayMail = mailsFrom(filter)
  const hasReceipts = kind.value === 'boletos' && state.value === 'emitidas' && centre === RECEIPTED
  useKeys({
    // With a selection, no key changes the month: an accidental keystroke would clear the selection.
    ...(chosen.length === 0 && { T: () => go({ mes: null }), ArrowLeft: () => turn(-1), ArrowRight: () => turn(1) }),
    ...(isOpenList && isSet && { S: () => startWith(chosen), Delete: () => remove(chosen) }),
    ...(chosen.length > 0 && hasReceipts && { S: sendReceipts, 'Ctrl+Enter': sendReceipts }),
    ...(chosen.length > 0 && isOpenList && { 'Ctrl+Enter': () => startWith(chosen) }),
  })
  const openLoads = () => put({ ...nothingOpen, acao: 'carga' }, true)
  const details = (row: Account) => put({ acao: 'detalhes', id: String(idOf(row)) }, true)
  const file = (row: Account, tipo: '1' | '2') => fetched(() => saveDocument(row, tipo))
  const actions: Action<Account>[] = [
    { label: 'Detalhes', icon: Eye, run: details },
    ...(isOpenList ? [{ label: 'Excluir', icon: Trash2, off: (row: Account) => !isOpen(row), run: (row: Account) => remove([row]) }] : []),
    ...(state.value === 'emitidas' && kind.value !== 'boletos'
      ? [{ label: 'Baixar NFS-e', icon: FileDown, off: (row: Account) => !hasNote(row), run: (row: Account) => file(row, '1') }]
      : []),
    ...(state.value === 'emitidas' && kind.value !== 'nfse'
      ? [{ label: 'Baixar boleto', icon: ScanBarcode, off: (row: Account) => !hasSlip(row), run: (row: Account) => file(row, '2') }]
      : []),
    ...(mayMail ? [{ label: 'Reenviar e-mail', icon: Mail, off: (row: Account) => row.QUANTIDADE_EMAILS === 0, run: mailAgain }] : []),
  ]
  const narrowed = [kind.label, slashed(month), ...(centre ? [centre] : []), state.label]
  const hasNothing = centres.data?.length === 0
  /** The state that sent or issued accounts move to. */
  const nextState = isOpenList && kind.value !== 'boletos' ? 'enviado' : state.value === 'emitidas' ? null : 'emitidas'
  const next = nextState
    ? { label: nextState === 'enviado' ? 'Ver as enviadas' : 'Ver as emitidas', run: () => go({ situacao: nextState }) }
    : undefined
  return (
    <Screen
      note={isSet && grid.loaded ? numberBr(grid.rows.length) : undefined}
      actions={
        <>
          {isSet && <ExportButton grid={grid} filters={narrowed} />}
          <LoadButton open={openLoads} />
          <ColumnChoice grid={grid} />
        </>
      }
      primary={
        isSet &&
        state.value === 'enviado' && (
          <Button size="sm" leftSection={<RefreshCw aria-hidden />} loading={refreshing.loading} onClick={updateStatus}>
            Atualizar status
          </Button>
        )
      }
      filters={
        <>
          <Bar filter={filter} centres={centres.data} />
          <SearchField text={grid.search} change={grid.setSearch} />
          <SortChoice grid={grid} />
        </>
      }
    >
      <PrintNote narrowed={[...grid.narrowed, ...narrowed]} />
      {isSet ? (
        <>
          <DataGrid
            grid={grid}
            call={call}
            selection={isOpenList || hasReceipts ? selection : undefined}
            actions={actions}
            open={details}
            empty={{
              title: `Nenhuma conta em ${slashed(month)} com estes filtros.`,
              hint: hasNothing
                ? 'O mês não tem contas. Se ainda não foi carregado, use Carga de dados.'
                : 'Escolha outra situação, outro centro de custo ou outro mês.',
              action: hasNothing ? (
                <LoadButton open={openLoads} />
              ) : (
                next && (
                  <Button variant="default" size="sm" onClick={next.run}>
                    {next.label}
                  </Button>
                )
              ),
            }}
          />
          {(isOpenList || hasReceipts) && (
            <SelectionBar selection={selection} sum={reaisBr(sumReais(chosen, (row) => row.VALOR_CONTA))}>
              {isOpenList ? (
                <>
                  <Button
                    variant="subtle"
                    color="gray"
                    size="sm"
                    title="Excluir (Del)"
                    leftSection={<Trash2 aria-hidden />}
                    onClick={() => remove(chosen)}
                  >
                    Excluir
                  </Button>
                  <Button size="sm" title="Enviar (S, Ctrl+Enter)" leftSection={<Send aria-hidden />} onClick={() => startWith(chosen)}>
                    Enviar
                  </Button>
                </>
              ) : (
                <Button size="sm" title="Enviar recibo (S, Ctrl+Enter)" leftSection={<Mail aria-hidden />} onClick={sendReceipts}>
                  Enviar recibo
                </Button>
              )}
            </SelectionBar>
          )}
        </>
      ) : (
        <Message icon={ReceiptText} title={messages.filters} action={hasNothing && <LoadButton open={openLoads} />}>
          {hasNothing ? `Nenhuma conta em ${slashed(month)}: peça o mês em Carga de dados, ou escolha outro.` : 'Falta o centro de custo.'}
        </Message>
      )}
      <Details id={detailed} filter={filter} row={rows?.find((row) => idOf(row) === detailed)} mail={mail} refresh={refresh} close={close} />
      <LoadsWindow opened={action === 'carga'} close={close} loads={loads} month={month} />
      <SendWindow
        accounts={sending}
        opened={action === 'enviar'}
        kind={kind.value}
        month={month}
        next={nextState === 'enviado' ? next : undefined}
        close={close}
        sent={async (ids) => {
          selection.drop(ids)
          settle(Date.now())
          return refresh()
        }}
      />
      <Question asking={isAsked ? asking : null} close={close} saved={refresh} />
    </Screen>
  )
}

const LoadButton = ({ open }: { open: () => void }) => (
  <Button variant="default" size="sm" aria-label="Carga de dados" leftSection={<CloudDownload aria-hidden />} onClick={open}>
    <span>
      Carga<span className="nfse-load-of"> de dados</span>
    </span>
  </Button>
)
