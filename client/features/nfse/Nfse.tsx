// NFS-e Express: the accounts of a month and a cost centre, and the actions on them.
import { Button } from '@mantine/core'
import { CloudDownload, FileUp, Landmark, ReceiptText, RefreshCw } from 'lucide-react'
import { messages, RECEIPTED, type Account } from '../../../shared/features/nfse.ts'
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
import { useFetching } from '../../ui/useFetching.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { Bar } from './Bar.tsx'
import { columnsOf } from './columns.tsx'
import { saveDocument } from './download.ts'
import { filterOf, useNfseFilter } from './filter.ts'
import { useLoads } from './loads.ts'
import { askToMailAgain, askToSendReceipts, sendMail } from './mails.ts'
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
  return Promise.all([ask('GET /nfse/centrocustos', { query: { mesAno: query.mesAno } }), ...(centre ? [ask('GET /nfse', { query })] : [])])
}

export default function Nfse() {
  const filter = useNfseFilter()
  const { kind, state, centre, month, query, isSet, go, turn } = filter
  const centres = useFresh('GET /nfse/centrocustos', { query: { mesAno: query.mesAno } })
  const call = useFresh(isSet ? 'GET /nfse' : null, { query })
  const rows = call.data
  const refresh = () => call.mutate()
  const grid = useGrid({ rows, columns: columnsOf(kind.code, state.value === 'emitidas'), idOf, defaultOrder: 'tomador', part: ` ${kind.value}` })
  const selection = useSelection(grid, rows, JSON.stringify(query))
  const { chosen } = selection
  const dialogs = useDialogs()
  const { details, startWith, openLoads, ask, close } = dialogs
  const { loading, updateStatus, settle } = useStatusRefresh(filter, rows, refresh)
  const loads = useLoads(dialogs.hasLoads, (ended) => {
    if (ended === query.mesAno) void Promise.all([renewAll('GET /nfse'), renewAll('GET /nfse/centrocustos')])
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
  const mayRegister = useMay()('POST /nfse/remittances') && kind.value === 'boletos' && state.value === 'emitidas'
  const isChoosing = isOpenList || mayRegister
  const hasReceipts = kind.value === 'boletos' && state.value === 'emitidas' && centre === RECEIPTED
  useKeys({
    // With a selection, no key changes the month: an accidental keystroke would clear the selection.
    ...(chosen.length === 0 && { T: () => go({ mes: null }), ArrowLeft: () => turn(-1), ArrowRight: () => turn(1) }),
    ...(isOpenList && isSet && { S: () => startWith(chosen), Delete: () => remove(chosen) }),
    ...(chosen.length > 0 && mayRegister && { R: register }),
    ...(chosen.length > 0 && hasReceipts && { S: sendReceipts, 'Ctrl+Enter': sendReceipts }),
    ...(chosen.length > 0 && isOpenList && { 'Ctrl+Enter': () => startWith(chosen) }),
  })
  const narrowed = [kind.label, numericMonthBr(month), ...(centre ? [centre] : []), state.label]
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
            selection={isChoosing || hasReceipts ? selection : undefined}
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
          {(isChoosing || hasReceipts) && (
            <Selected
              {...{ selection, isOpenList, remove, startWith }}
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
        refresh={refresh}
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
