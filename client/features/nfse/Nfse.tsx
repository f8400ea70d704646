// NFS-e Express: the accounts of a month and a cost centre, and the actions on them.
import { Button } from '@mantine/core'
import { CloudDownload, FileUp, Landmark, ReceiptText, RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import { ALL_CENTRES, messages, RECEIPTED, type Account } from '../../../shared/features/nfse.ts'
import { numericMonthBr } from '../../../shared/format-br.ts'
import { renewAll, useFresh } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import type { Drawn } from '../../parts.ts'
import { Message } from '../../ui/feedback/Message.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { ColumnChoice, ExportButton, SortChoice } from '../../ui/grid/GridFilters.tsx'
import { SearchField } from '../../ui/grid/SearchField.tsx'
import { useGrid } from '../../ui/grid/useGrid.ts'
import { useSelection } from '../../ui/grid/useSelection.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { numberBr } from '../../ui/number.ts'
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAddress } from '../../ui/useAddress.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { Bar } from './Bar.tsx'
import { columnsOf } from './columns.tsx'
import { saveDocument, saveDocuments } from './download.ts'
import { filterOf, mailsFrom, summaryOf, useNfseFilter } from './filter.ts'
import { useLoads } from './loads.ts'
import { askToMail, askToMailAgain, askToSendReceipts, sendMail } from './mails.ts'
import { MonthLine } from './MonthLine.tsx'
import { PENDING } from './pending.ts'
import { askToRegister } from './registering.ts'
import { askToRemove } from './removal.ts'
import { rowActions } from './rowActions.ts'
import { Selected } from './Selected.tsx'
import { idOf } from './sending.ts'
import { useDialogs } from './useDialogs.ts'
import { useStatusRefresh } from './useStatusRefresh.ts'
import css from './nfse.module.css'

const Details = lazyPart(() => import('./Details.tsx'))
const SendWindow = lazyPart(() => import('./SendWindow.tsx'))
const LoadsWindow = lazyPart(() => import('./LoadsWindow.tsx'))
const RemittancesWindow = lazyPart(() => import('./RemittancesWindow.tsx'))
const TermsWindow = lazyPart(() => import('./TermsWindow.tsx'))
const ReturnWindow = lazyPart(() => import('./ReturnWindow.tsx'))
const Question = lazyPart(() => import('../../ui/Question.tsx'))

export const drawn: Drawn = ({ ask, search, now }) => {
  const { centre, query } = filterOf(search, now)
  return Promise.all([
    ask('GET /nfse/centrocustos', { query: { mesAno: query.mesAno } }),
    ask('GET /nfse/summary', { query: summaryOf(query) }),
    ...(centre ? [ask('GET /nfse', { query })] : []),
  ])
}

export default function Nfse() {
  const filter = useNfseFilter()
  const [params] = useAddress()
  const { kind, state, centre, month, query, isSet, go, turn } = filter
  const centres = useFresh('GET /nfse/centrocustos', { query: { mesAno: query.mesAno } })
  const call = useFresh(isSet ? 'GET /nfse' : null, { query })
  const rows = call.data
  const may = useMay()
  const summary = useFresh(may('GET /nfse/summary') ? 'GET /nfse/summary' : null, { query: summaryOf(query) })
  const refresh = () => {
    void summary.mutate()
    return call.mutate()
  }
  const isIssuedList = state.value === 'emitidas'
  const columns = columnsOf(kind.code, { isIssued: isIssuedList, isAll: centre === ALL_CENTRES })
  const pending = PENDING.find(({ value }) => value === params.get('pendencia'))
  const shown = useMemo(() => (pending ? rows?.filter((row) => pending.is(row, kind.code)) : rows), [rows, pending, kind.code])
  const grid = useGrid({ rows: shown, columns, idOf, defaultOrder: 'tomador', part: ` ${kind.value}` })
  const selection = useSelection(grid, rows, JSON.stringify(query))
  const { chosen } = selection
  const dialogs = useDialogs()
  const { details, startWith, openLoads, ask, close } = dialogs
  const { loading, updateStatus, settle } = useStatusRefresh(filter, rows, refresh)
  const loads = useLoads(dialogs.hasLoads, (ended) => {
    if (ended === query.mesAno) void Promise.all([renewAll('GET /nfse'), renewAll('GET /nfse/summary'), renewAll('GET /nfse/centrocustos')])
  })

  const { fetched } = useFetching()
  const file = (row: Account, tipo: '1' | '2') => fetched(() => saveDocument(row, tipo))
  const mail = async (account: Account, emails?: string[]) => {
    await sendMail(account, emails)
    notify.success(messages.mailSent)
    return (await refresh()) ?? {}
  }
  const mailAgain = (row: Account) => askToMailAgain(row, ask)
  const sendReceipts = () => askToSendReceipts(chosen, ask, selection.clear)
  const remove = (accounts: Account[]) => askToRemove(accounts, ask, refresh)
  const register = () => askToRegister(chosen, ask, selection.clear)

  const isOpenList = state.value === 'aberto'
  const mayRegister = may('POST /nfse/remittances') && kind.value === 'boletos' && isIssuedList
  const mayTakeFiles = may('POST /nfse/files') && isIssuedList
  const hasMails = may('POST /nfse/send-mails') && mailsFrom(filter)
  const hasReceipts = kind.value === 'boletos' && isIssuedList && centre === RECEIPTED
  const isChoosing = isOpenList || mayRegister || mayTakeFiles || hasReceipts
  const files = (formato: 'zip' | 'pdf') => fetched(() => saveDocuments(chosen, kind.code, formato))
  const sendMails = () => askToMail(chosen, ask, selection.clear)
  useKeys({
    // With a selection, no key changes the month: an accidental keystroke would clear the selection.
    ...(chosen.length === 0 && { T: () => go({ mes: null }), ArrowLeft: () => turn(-1), ArrowRight: () => turn(1) }),
    ...(isOpenList && isSet && { S: () => startWith(chosen), Delete: () => remove(chosen) }),
    ...(chosen.length > 0 && mayRegister && { R: register }),
    ...(chosen.length > 0 && hasReceipts && { S: sendReceipts, 'Ctrl+Enter': sendReceipts }),
    ...(chosen.length > 0 && hasMails && { S: sendMails, 'Ctrl+Enter': sendMails }),
    ...(chosen.length > 0 && isOpenList && { 'Ctrl+Enter': () => startWith(chosen) }),
  })
  const narrowed = [kind.label, numericMonthBr(month), ...(centre ? [centre] : []), state.label, ...(pending ? [pending.name] : [])]
  const hasNothing = centres.data?.length === 0
  /** The state that sent or issued accounts move to. */
  const nextState = isOpenList && kind.value !== 'boletos' ? 'enviado' : isIssuedList ? null : 'emitidas'
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
          {kind.value === 'boletos' && (
            <>
              <Button
                className={css.bank}
                variant="default"
                size="sm"
                aria-label="Remessas"
                leftSection={<Landmark aria-hidden />}
                onClick={dialogs.openRemittances}
              >
                <span className={css.word}>Remessas</span>
              </Button>
              <Button
                variant="default"
                size="sm"
                aria-label="Ler retorno"
                leftSection={<FileUp aria-hidden />}
                onClick={() => dialogs.showReturn(null)}
              >
                <span className={css.word}>Ler retorno</span>
              </Button>
            </>
          )}
          <ColumnChoice grid={grid} />
        </>
      }
      primary={
        isSet &&
        state.value === 'enviado' && (
          <Button size="sm" leftSection={<RefreshCw aria-hidden />} loading={loading} onClick={updateStatus}>
            Atualizar status
          </Button>
        )
      }
      filters={
        <>
          <Bar filter={filter} centres={centres.data} summary={summary.data} />
          <SearchField text={grid.search} change={grid.setSearch} />
          <SortChoice grid={grid} />
        </>
      }
      below={<MonthLine filter={filter} rows={rows} summary={summary.data} pending={pending?.value ?? null} />}
    >
      <PrintNote narrowed={[...grid.narrowed, ...narrowed]} />
      {isSet ? (
        <>
          <DataGrid
            grid={grid}
            call={call}
            selection={isChoosing ? selection : undefined}
            actions={rowActions(filter, { details, remove, file, mailAgain })}
            open={details}
            empty={{
              title: `Nenhuma conta em ${numericMonthBr(month)} com estes filtros.`,
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
          {isChoosing && (
            <Selected
              {...{ selection, isOpenList, remove, startWith }}
              files={mayTakeFiles ? files : undefined}
              sendMails={hasMails ? sendMails : undefined}
              sendReceipts={hasReceipts ? sendReceipts : undefined}
              register={mayRegister ? register : undefined}
            />
          )}
        </>
      ) : (
        <Message icon={ReceiptText} title={messages.filters} action={hasNothing && <LoadButton open={openLoads} />}>
          {hasNothing ? `Nenhuma conta em ${numericMonthBr(month)}: peça o mês em Carga de dados, ou escolha outro.` : 'Falta o centro de custo.'}
        </Message>
      )}
      <Details
        id={dialogs.detailed}
        filter={filter}
        row={rows?.find((row) => idOf(row) === dialogs.detailed)}
        mail={mail}
        // A second copy, a cancellation or a substitution takes effect a moment later.
        refresh={() => {
          settle()
          return refresh()
        }}
        close={close}
      />
      <RemittancesWindow opened={dialogs.hasRemittances} openTerms={dialogs.openTerms} close={close} />
      <TermsWindow opened={dialogs.hasTerms} close={close} />
      <ReturnWindow opened={dialogs.hasReturns} id={dialogs.returned} show={dialogs.showReturn} refresh={() => renewAll('GET /nfse')} close={close} />
      <LoadsWindow opened={dialogs.hasLoads} close={close} loads={loads} month={month} />
      <SendWindow
        accounts={dialogs.sending}
        opened={dialogs.isSending}
        kind={kind.value}
        month={month}
        next={nextState === 'enviado' ? next : undefined}
        close={close}
        sent={async (ids) => {
          selection.drop(ids)
          settle()
          return refresh()
        }}
      />
      <Question asking={dialogs.asking} close={close} saved={refresh} />
    </Screen>
  )
}

const LoadButton = ({ open }: { open: () => void }) => (
  <Button variant="default" size="sm" aria-label="Carga de dados" leftSection={<CloudDownload aria-hidden />} onClick={open}>
    <span className={css.word}>
      Carga<span className={css.loadOf}> de dados</span>
    </span>
  </Button>
)
