// Dialog 'Enviar 5 contas': the person chooses the documents to send, and sees which accounts cannot be sent.
import '../../ui/strip.css'
import '../../ui/feedback/message.css'
import { Button, Modal, Textarea } from '@mantine/core'
import { Send, TriangleAlert } from 'lucide-react'
import { useEffect, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import { closedOn, openFrom } from '../../../shared/bank-days.ts'
import { addDays, dayBr, isDay, wallDay } from '../../../shared/clock.ts'
import { LONGEST_TERM, messages, type Account } from '../../../shared/features/nfse.ts'
import { messages as common } from '../../../shared/messages.ts'
import { sumReais } from '../../../shared/money.ts'
import { optionalText } from '../../../shared/text.ts'
import { numericMonthBr } from '../../../shared/format-br.ts'
import { serverNow } from '../../api/clock.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { intoView, Problem } from '../../ui/feedback/Problem.tsx'
import { DateField } from '../../ui/form/dates.tsx'
import { Choice } from '../../ui/form/Segmented.tsx'
import { numberBr, reaisBr } from '../../ui/number.ts'
import { Discard, useLeaving } from '../../ui/form/leaving.tsx'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import { nameOf } from './columns.tsx'
import { kinds } from './filter.ts'
import { accountsBr, ended, idOf, idsOf, isLate, judged, namesOf, sendAll, type Told } from './sending.ts'
import css from './send.module.css'

/** Form rule for a new due date. */
function dueProblem(due: string, today: string) {
  if (!isDay(due)) return common.day
  if (due < today) return messages.dueInPast
  return due > addDays(today, LONGEST_TERM) ? messages.dueTooFar : null
}

/** Whether a warning is about the issuer. All other warnings are about single accounts, whose names are listed. */
const saysIssuer = (warning: string) => /emitente/i.test(warning)

const NOTE = { name: 'Observação', max: 4000 }

interface Props {
  /** The selected accounts; null without any. */
  accounts: Account[] | null
  opened: boolean
  /** Kind of documents and month ('YYYY-MM') of the list. */
  kind: string
  month: string
  close: () => void
  /** Link to the list of sent accounts. */
  next: { label: string; run: () => unknown } | undefined
  /** Runs with the ids of accounts that need no further action in this dialog. Returns the reloaded list. */
  sent: (ids: number[]) => Promise<Account[] | undefined>
}

export default function SendWindow({ accounts, opened, ...props }: Props) {
  const [busy, setBusy] = useState(false)
  const [begun, begin] = useState(false)
  const leave = () => {
    begin(false)
    props.close()
  }
  const leaving = useLeaving(leave)
  // Progress and result are shown only in this dialog, so it stays open while sending, even if the person goes back.
  const close = () => !busy && leaving.ask()
  const start = (isBusy: boolean) => {
    setBusy(isBusy)
    begin(true)
  }
  // If the person goes back in the browser after sending has failed, the dialog closes.
  useEffect(() => {
    if (!opened && !busy) begin(false)
    // oxlint-disable-next-line react/exhaustive-deps -- `busy` is left out, so the dialog stays if sending fails after the person went back
  }, [opened])
  // Asks before the page is left, because the accounts not sent yet would stay unsent.
  useEffect(() => {
    if (!busy) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [busy])
  return (
    <>
      <Window
        title={`Enviar ${accountsBr(accounts?.length ?? 0)}`}
        size={520}
        opened={accounts !== null && (opened || begun)}
        covered={leaving.asked}
        close={close}
      >
        {accounts && (opened || begun) && <Content {...props} {...{ accounts, busy, close, leave, leaving }} setBusy={start} />}
      </Window>
      <Discard {...leaving} />
    </>
  )
}

const sums = (accounts: Account[]) => {
  const [gross, net] = [sumReais(accounts, (one) => one.VALOR_CONTA), sumReais(accounts, (one) => one.VALOR_LIQUIDO)].map(reaisBr)
  return gross === net ? gross : `${gross} (líquido ${net})`
}

const Rows = ({ label, children }: { label: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the element scrolls, so the keyboard must reach it
  <ul tabIndex={0} aria-label={label}>
    {children}
  </ul>
)

/** `others` is true when other accounts were sent or left the list. */
const stays = (count: number, others: boolean) =>
  count === 1 ? (others ? 'A outra continua' : 'Continua') : others ? 'As outras continuam' : 'Continuam'

interface ContentProps extends Omit<Props, 'accounts' | 'opened'> {
  accounts: Account[]
  busy: boolean
  setBusy: (busy: boolean) => void
  leave: () => void
  leaving: ReturnType<typeof useLeaving>
}

function Content({ accounts, kind: listed, month, next, busy, setBusy, close, leave, leaving: { hold }, sent }: ContentProps) {
  const [kind, choose] = useState(listed)
  const [note, write] = useState('')
  /** New due date for overdue boletos. */
  const [due, setDue] = useState('')
  const [rest, setRest] = useState(accounts)
  const [progress, setProgress] = useState({ done: 0, of: 0, unknown: 0 })
  /** Accounts that somebody else removed from the list meanwhile. */
  const [gone, setGone] = useState<Account[]>([])
  const [over, end] = useState(false)
  const { problem, fetched } = useFetching()
  const today = wallDay(serverNow())
  const tipoEmissao = kinds.find(({ value }) => value === kind)?.code ?? 3
  // Overdue accounts that lack something else are not counted here, because a new due date alone would not help them.
  const late = judged(rest, tipoEmissao, true).sendable.filter((account) => isLate(account, tipoEmissao, today))
  const wrongDue = late.length > 0 && due !== '' ? dueProblem(due, today) : null
  const isRenewed = late.length > 0 && due !== '' && wrongDue === null
  const { sendable, left } = judged(rest, tipoEmissao, isRenewed)
  const dueDays = sendable.flatMap((account) => {
    if (tipoEmissao === 1 || account.ID_STATUS_BOLETO !== 1) return []
    if (!isLate(account, tipoEmissao, today)) return account.DATA_VENCTO ?? []
    return isRenewed ? due : []
  })
  /** True when only NFS-e are sent: the overdue boletos stay behind, and no other boletos are selected. */
  const isOnlyNotes = tipoEmissao === 3 && !isRenewed && late.length > 0 && dueDays.length === 0
  const warnings =
    tipoEmissao === 2
      ? new Map<string, { warning: string; account: Account }[]>()
      : Map.groupBy(
          sendable.flatMap((account) => (account.AVISOS ?? []).map((warning) => ({ warning, account }))),
          ({ warning }) => warning,
        )
  const wrongNote = optionalText(NOTE)(note)
  useEffect(() => {
    hold((note || due) && !busy && !over ? 'typed' : 'nothing')
    return () => hold('nothing')
  })
  const submit = async (event?: SubmitEvent<HTMLFormElement>) => {
    event?.preventDefault()
    if (wrongNote) event?.currentTarget.querySelector('textarea')?.focus()
    if (busy || over || wrongNote || wrongDue) return
    if (sendable.length === 0) return notify.warn(messages.contas)
    setBusy(true)
    setProgress({ done: 0, of: sendable.length, unknown: 0 })
    const done = new Set<number>()
    let isLost = false
    const told = ({ through, isUnheard, unknown }: Told) => {
      for (const id of idsOf(through)) done.add(id)
      isLost ||= isUnheard
      setProgress({ done: done.size, of: sendable.length, unknown })
    }
    const isDone = await fetched(
      () => sendAll(sendable, { observacao: note, tipoEmissao, ...(isRenewed && { novoVencimento: due }) }, told).then(() => true),
      common.database,
    )
    setBusy(false)
    const left = rest.filter((account) => !done.has(idOf(account)))
    // The dialog also closes if every account was refused, because the list then shows the reasons. `rest` stays as it is while the dialog closes.
    const isOver = isDone || done.size === sendable.length
    if (isOver) {
      end(true)
      leave()
    } else setRest(left)
    // After a complete sending, the accounts that could not be sent are deselected too, because this dialog already named them.
    const listed = await sent(isDone ? idsOf(accounts) : [...done])
    // If the list is empty, it shows the same link itself, so the toast omits it.
    const way = next && listed?.length !== 0 ? { action: next } : {}
    if (isDone && isLost) notify.warn(messages.sentUnheard, way)
    else if (isDone) notify.success(messages.sent, way)
    if (isDone || !listed) return
    const ids = new Set(idsOf(listed))
    setGone(left.filter((account) => !ids.has(idOf(account))))
    setRest(left.filter((account) => ids.has(idOf(account))))
  }
  const press = ({ key, ctrlKey, metaKey, currentTarget: form }: KeyboardEvent<HTMLFormElement>) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) form.requestSubmit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only handles keys that bubble up from its fields
    <form className="form" noValidate onSubmit={submit} onKeyDown={press}>
      <Modal.Body>
        <fieldset className="form-fields" disabled={busy}>
          <dl className={`strip ${css.figures}`} data-first-wide>
            <div>
              <dt>Contas</dt>
              <dd>{numberBr(rest.length)}</dd>
            </div>
            <div>
              <dt>Valor</dt>
              <dd>{reaisBr(sumReais(rest, (one) => one.VALOR_CONTA))}</dd>
            </div>
            <div>
              <dt>Valor líquido</dt>
              <dd>{reaisBr(sumReais(rest, (one) => one.VALOR_LIQUIDO))}</dd>
            </div>
          </dl>
          <Choice first legend="Tipo de documento" options={kinds} value={kind} onChange={choose} />
          <Textarea
            label="Observação"
            autosize
            minRows={3}
            maxRows={8}
            value={note}
            error={wrongNote}
            onChange={({ currentTarget: { value } }) => write(value)}
          />
          {late.length > 0 && (
            <div className="problem" data-warn>
              <TriangleAlert aria-hidden />
              <div className={css.left}>
                <DateField
                  className={css.due}
                  label="Novo vencimento"
                  description={tipoEmissao === 2 ? 'Sem ele, os vencidos não são enviados.' : 'Sem ele, dos vencidos só a NFS-e é enviada.'}
                  value={due}
                  onChange={setDue}
                  error={wrongDue}
                />
                <strong>{late.length === 1 ? '1 boleto já está vencido:' : `${numberBr(late.length)} boletos já estão vencidos:`}</strong>
                <Rows label="Vencidos">
                  {late.map((account) => (
                    <li key={idOf(account)}>
                      {nameOf(account)}, conta {account.ID_REF_CONTA}: {dayBr(account.DATA_VENCTO ?? today)}
                    </li>
                  ))}
                </Rows>
              </div>
            </div>
          )}
          {left.length > 0 && (
            <div className="problem" data-warn>
              <TriangleAlert aria-hidden />
              <div className={css.left} role="status">
                <strong>{left.length === 1 ? '1 conta fica fora do envio:' : `${numberBr(left.length)} contas ficam fora do envio:`}</strong>{' '}
                {left.length === 1 ? (
                  <>
                    {ended(left[0]?.name ?? '')} {left[0]?.reason}
                  </>
                ) : (
                  <Rows label="Fora do envio">
                    {left.map(({ account, name, reason }) => (
                      <li key={idOf(account)}>
                        {ended(name)} {reason}
                      </li>
                    ))}
                  </Rows>
                )}
                {sendable.length > 0 && (
                  <p>
                    {sendable.length === 1 ? 'A outra, que vai, é de' : `As ${numberBr(sendable.length)} que vão somam`} {sums(sendable)}.
                  </p>
                )}
              </div>
            </div>
          )}
          {tipoEmissao !== 2 && month > today.slice(0, 7) && (
            <p className="problem" data-warn>
              <TriangleAlert aria-hidden /> {numericMonthBr(month)} ainda não começou: as NFS-e saem com a competência de hoje.
            </p>
          )}
          {[...warnings].map(([warning, given]) => (
            <p key={warning} className="problem" data-warn>
              <TriangleAlert aria-hidden /> {saysIssuer(warning) ? accountsBr(given.length) : namesOf(given.map(({ account }) => account))}: {warning}
            </p>
          ))}
          {[...Map.groupBy(dueDays, (day) => day)].map(([day, { length }]) => {
            const why = closedOn(day)
            return (
              why && (
                <p key={day} className="problem" data-warn>
                  <TriangleAlert aria-hidden /> {length === 1 ? '1 boleto vence' : `${numberBr(length)} boletos vencem`} em {dayBr(day)}, {why}: os
                  bancos recebem até {dayBr(openFrom(day))}.
                </p>
              )
            )
          })}
        </fieldset>
        {busy && (
          <p ref={intoView} className={css.progress} role="status">
            <progress aria-label="Contas enviadas" value={progress.done} max={progress.of} />
            {numberBr(progress.done)} de {numberBr(progress.of)}
          </p>
        )}
        {problem && (
          <>
            <Problem error={problem} failed={common.database} />
            {progress.of > 0 && (
              <p ref={intoView} className={css.rest}>
                {numberBr(progress.done)} de {accountsBr(progress.of)} {progress.of === 1 ? 'enviada' : 'enviadas'}.{' '}
                {/* Shown only while every outcome is known: otherwise accounts may have left the list because they were sent. */}
                {gone.length > 0 &&
                  progress.unknown === 0 &&
                  `${new Intl.ListFormat('pt-BR').format(gone.map(nameOf))}: já não ${gone.length === 1 ? 'está' : 'estão'} na lista, e ${gone.length === 1 ? 'fica' : 'ficam'} de fora. `}
                {progress.unknown > 0
                  ? `De ${numberBr(progress.unknown)} não se sabe: o servidor não respondeu. Tente novamente: nenhuma é enviada duas vezes.`
                  : rest.length > 0 && `${stays(rest.length, progress.done + gone.length > 0)} aqui: tente novamente.`}
              </p>
            )}
          </>
        )}
      </Modal.Body>
      <footer>
        <Button variant="default" size="md" disabled={busy} onClick={close}>
          Cancelar
        </Button>
        <Button type="submit" size="md" leftSection={<Send aria-hidden />} loading={busy} disabled={sendable.length === 0}>
          Enviar {isOnlyNotes ? `${numberBr(sendable.length)} NFS-e` : accountsBr(sendable.length)}
        </Button>
      </footer>
    </form>
  )
}
