// Form of a time entry. A running entry is saved while typing. 'Parar' ends the entry in the form only, and 'Confirmar' saves that end.
import { Button } from '@mantine/core'
import { isNotEmpty, type UseFormReturnType } from '@mantine/form'
import { Play, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useBeforeUnload, useSearchParams } from 'react-router'
import { addDays, dayBr, secondsBetween, secondsLater, wallDay, wallTime } from '../../../shared/clock.ts'
import { messages, TOO_LONG, workFields, workOf, type WorkField } from '../../../shared/features/track.ts'
import { duration, isTimeOfDay, seconds } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { DESCRIPTION, requiredText } from '../../../shared/text.ts'
import { serverNow } from '../../api/clock.ts'
import { Failure } from '../../api/failure.ts'
import { read, send } from '../../api/request.ts'
import { renew, useCall, useFresh } from '../../api/useCall.ts'
import { requiredDay } from '../../ui/form/days.ts'
import { Form } from '../../ui/form/Form.tsx'
import { joined } from '../../ui/form/joined.ts'
import { Discard, useLeaving } from '../../ui/form/leaving.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { regainFocus } from '../../ui/focus.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import DeleteTime from './DeleteTime.tsx'
import { changeOf, daysLater, isChanged, isOther, isTotal, valuesIn, valuesOf, type useTimeEditing, type Values } from './editing.ts'
import { hadEnded } from './entry.ts'
import { Fields } from './Fields.tsx'
import { StopIcon } from './StopIcon.tsx'
import { timeChanged } from './changes.ts'
import { isFocused, usePartSaves } from './usePartSaves.ts'
import { useStored, type Stored } from './useStored.ts'
import css from './time-form.module.css'

const required = isNotEmpty(common.required)
const hour = (text: string) => (isTimeOfDay(text) ? null : text ? common.hour : common.required)
const rules = {
  descricao: requiredText({ ...DESCRIPTION, empty: common.required }),
  idAtividade: required,
  idModulo: required,
  idCategoria: required,
  dia: requiredDay,
  inicio: hour,
  fim: hour,
  total: (total: string) => {
    if (!total || total === '00:00:00') return messages.nothing
    if (!isTotal(total)) return messages.noTotal
    return seconds(total) < TOO_LONG ? null : messages.tooLong
  },
}

type Editing = ReturnType<typeof useTimeEditing>
type Opened = NonNullable<Editing['opened']>

export default function TimeForm({ editing }: { editing: Editing }) {
  const { opened, close, loading } = editing
  const isNew = useSearchParams()[0].get('novo') === '1'
  const [asking, ask] = useState(false)
  const leaving = useLeaving(close)
  // Delayed, because the same press of Esc that opens the delete question would also answer it.
  const leave = () => (isNew && opened?.was.corre ? setTimeout(() => ask(true)) : leaving.ask())
  return (
    <>
      {loading && <Loading />}
      <Window title={isNew ? 'Novo Tempo' : 'Editar Tempo'} opened={opened !== null} close={leave} covered={leaving.asked || asking}>
        {opened && <OpenedForm key={opened.opening} {...{ isNew, editing, opened, leaving, leave, asking, ask }} />}
      </Window>
    </>
  )
}

interface Props {
  /** True for an entry begun just now: leaving its form asks whether to delete it. */
  isNew: boolean
  editing: Editing
  opened: Opened
  leaving: ReturnType<typeof useLeaving>
  leave: () => void
  /** Whether the delete question is open. */
  asking: boolean
  ask: (asking: boolean) => void
}

function OpenedForm({ isNew, editing, opened, leaving, leave, asking, ask }: Props) {
  const lists = useFresh('GET /datatrack')
  const id = opened.id ?? 0
  const store = useStored(opened.was, opened.discard !== undefined)
  const { stored } = store
  const write = async (values: Values) => {
    let { versao } = stored
    if (stored.corre) {
      // Partial saves change the version too, so changes made elsewhere are found by comparing the fields.
      await store.allSent()
      const now = await valuesIn(id)
      if (!now.corre) {
        await renew('GET /track/check')
        throw new Failure(409, endedAt(now))
      }
      if (isChanged(now, store.known(now), values)) throw new Failure(409, common.changedElsewhere)
      versao = now.versao
    }
    store.sends(values)
    await send('PUT /track', { body: { ...changeOf(id, values, stored), versao } })
  }
  const save = async (values: Values) => {
    try {
      await write(values)
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 409) throw error
      // This form's own request may have caused the conflict: it was stored, but its response was lost.
      const now = await valuesIn(id)
      if (isOther(now, values)) {
        if (stored.corre || isOther(now, store.known(now))) throw error
        await send('PUT /track', { body: changeOf(id, values, now) })
      }
    }
    await timeChanged()
    return messages.changed
  }
  const { fetched } = useFetching()
  /** Reopens the form with the stored values, after all pending saves have finished. */
  const discard = () =>
    void fetched(async () => {
      store.drop()
      await store.allSent()
      const now = await valuesIn(id)
      opened.discard?.(now)
      return now
    })
  // True while the entry is being deleted. Nothing is saved then, because a save could collide with the deletion. While only the question is open, a
  // field that loses the focus is still saved.
  const [isDeleting, setDeleting] = useState(false)
  const look = async () => {
    setDeleting(true)
    await store.allSent()
    const now = await valuesIn(id)
    return { now, known: store.known(now) }
  }
  const close = () => {
    ask(false)
    editing.close()
  }
  return (
    <>
      <Form
        {...editing}
        {...opened}
        was={stored}
        name={editing.form}
        // NaN never equals the stored version, so after a save without a response, leaving the form asks first.
        kept={store.isUnanswered ? { ...stored, versao: Number.NaN } : (store.sending ?? (stored === opened.was ? opened.kept : stored))}
        pending={store.sending !== null}
        discard={isOther(stored, opened.was) ? undefined : opened.discard && discard}
        failed={messages.changeFailed}
        rules={rules}
        together={['inicio', 'fim', 'total', 'fimEm']}
        lists={lists}
        final={({ fechado }) => (fechado ? messages.monthClosed : undefined)}
        ask={async () => {
          const now = await valuesIn(id)
          store.keep(now)
          return now
        }}
        warn={async (values) => {
          const day = addDays(values.dia, daysLater(values))
          return day > wallDay(serverNow()) ? { text: messages.endsAnotherDay(dayBr(day), values.fim.slice(0, 5)) } : null
        }}
        save={save}
        hold={leaving.hold}
        next={undefined}
        close={leave}
        // A running entry is saved while typing, so the button closes the form and cancels nothing.
        closing={stored.corre && !isNew ? 'Fechar' : undefined}
        saved={close}
        before={stopOf}
        aside={
          !stored.fechado && (
            <Button className="form-clear" variant="subtle" color="red" size="md" leftSection={<Trash2 aria-hidden />} onClick={() => ask(true)}>
              Excluir
            </Button>
          )
        }
      >
        {(form) => (
          <PartSaves id={id} form={form} store={store} held={leaving.asked || isDeleting || form.submitting} recovered={opened.discard !== undefined}>
            <Fields form={form} lists={lists.data} />
          </PartSaves>
        )}
      </Form>
      <Discard
        {...leaving}
        leave={() => {
          store.drop()
          leaving.leave()
        }}
      />
      <DeleteTime
        entry={asking ? { id, name: stored.descricao, look, runs: opened.was.corre ? close : undefined } : null}
        close={() => {
          setDeleting(false)
          ask(false)
        }}
        deleted={() => {
          leaving.hold('nothing')
          close()
        }}
      />
    </>
  )
}

/** Message that says when the entry with these values ended. */
const endedAt = ({ dia, fimEm }: Values) => hadEnded(secondsLater(`${dia}T00:00:00`, fimEm ?? 0))

const stopOf = (form: UseFormReturnType<Values>) => form.values.corre && !form.values.parado && <Stop form={form} />

/** Focuses the last button of the form's footer, Parar or Confirmar, because the button that had the focus disappeared. */
const focusLast = () => regainFocus(() => document.querySelector<HTMLElement>('[role=dialog] footer > :last-child'))

/** The button Parar: ends the running entry in the form. Confirmar then saves it. */
function Stop({ form }: { form: UseFormReturnType<Values> }) {
  const stop = () => {
    const fields = (['dia', 'inicio'] as const).map((field) => form.validateField(field))
    if (fields.some(({ hasError }) => hasError)) return notify.warn(common.invalidForm)
    const { dia, inicio } = form.getValues()
    const now = wallTime(serverNow())
    const fim = now.slice(11)
    const total = secondsBetween(`${dia}T${inicio}`, now)
    if (total < 0) {
      form.setFieldError('inicio', messages.startsLater)
      return notify.warn(common.invalidForm)
    }
    form.setValues({ fim, total: duration(total), fimEm: seconds(inicio) + total, parado: true })
    focusLast()
  }
  return (
    <Button size="md" leftSection={<StopIcon />} onClick={stop}>
      Parar
    </Button>
  )
}

/** If another window or browser ended the entry, the form takes over that end. */
function useEnded(id: number, form: UseFormReturnType<Values>, { stored, keep }: Stored) {
  const { data: running } = useCall('GET /track/check')
  const isOver = form.values.corre && !form.submitting && running !== undefined && running?.id !== id
  const take = useEffectEvent(async () => {
    // If the entry was deleted, nothing is done here: confirming the form reports the deletion.
    const entry = await read('GET /track/{id}', { path: { id } }).catch(() => null)
    if (!entry || entry.horaFim === null || !form.getValues().corre) return
    const [now, values] = [valuesOf(entry), form.getValues()]
    // Fields not edited here take their stored values. A focused field is not overwritten, and its previous stored value is kept for later
    // comparison.
    const same = (part: WorkField) => values[part] === stored[part]
    const own = (of: (part: WorkField) => boolean) => Object.fromEntries(workFields.filter(of).map((part) => [part, values[part]]))
    keep({ ...now, ...own((part) => same(part) && isFocused(part)) })
    const { text } = joined(values, stored, { ...stored, ...workOf(now) }, [], () => undefined)
    form.setValues({ ...now, ...own((part) => !same(part) || isFocused(part)) })
    const isClash = workFields.some((part) => !same(part) && now[part] !== stored[part] && now[part] !== values[part])
    // If this form itself ended the entry and only the response was lost, there is no warning.
    if (isOther(now, values)) notify.warn(isClash ? `${endedAt(now)} ${text}` : endedAt(now))
  })
  useEffect(() => {
    if (isOver) void take()
  }, [isOver])
}

interface PartSavesProps {
  id: number
  form: UseFormReturnType<Values>
  store: Stored
  /** True while the discard question is open, the entry is being deleted or the whole form is being saved. */
  held: boolean
  /** True when a draft was restored. */
  recovered: boolean
  children: ReactNode
}

const isOfStart = ({ dataset }: HTMLElement) => /^(dia|inicio)$/.test(dataset['path'] ?? '')

function PartSaves({ id, form, store, held, recovered, children }: PartSavesProps) {
  const { waits, unsaved, dated, problem, join, save, dating } = usePartSaves(id, form, store, { held, recovered })
  const { fetched } = useFetching()
  useEnded(id, form, store)
  const { corre, parado } = form.values
  const resume = () => {
    form.setValues({ fim: '', total: '', fimEm: null, parado: false })
    focusLast()
  }
  // Asks before the tab is closed while the entry is running.
  useBeforeUnload(useCallback((event) => void (corre && event.preventDefault()), [corre]))
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only handles focus events that bubble up from its fields
    <div
      className={css.fields}
      onFocus={({ target }) => isOfStart(target) && dating(true)}
      onBlur={({ target, relatedTarget }) => {
        // The focus only moved to the discard question, so nothing is saved.
        if (relatedTarget?.closest('.form-discard')) return
        if (isOfStart(target)) dating(false)
        // If the focus moved to a button that stops, discards or deletes the entry, nothing is saved here: that button saves the entry itself or not
        // at all.
        if (!relatedTarget?.closest('footer, .mantine-Modal-header')) save()
      }}
    >
      {children}
      {corre && (
        <p className={css.saved} role="status">
          {!parado ? (
            <>
              {problem ??
                (waits
                  ? 'Salvando…'
                  : unsaved
                    ? 'Ainda não salvo.'
                    : dated
                      ? 'O início será salvo ao sair do campo.'
                      : 'Salvo. O tempo está em andamento.')}
              {join && (
                <Button variant="subtle" size="xs" onClick={() => fetched(join).then(focusLast)}>
                  Juntar com a versão atual
                </Button>
              )}
            </>
          ) : (
            <>
              Parado. Falta confirmar.
              <Button variant="subtle" size="xs" leftSection={<Play aria-hidden />} onClick={resume}>
                Retomar
              </Button>
            </>
          )}
        </p>
      )}
    </div>
  )
}
