// A time's form. What runs is saved while it is typed, and ends by Parar and then Confirmar.
import { Button } from '@mantine/core'
import { isNotEmpty, type UseFormReturnType } from '@mantine/form'
import { Trash2 } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { atWall, wallTime } from '../../../shared/clock.ts'
import { messages } from '../../../shared/features/track.ts'
import { duration, isTimeOfDay } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { DESCRIPTION, written } from '../../../shared/text.ts'
import { serverNow } from '../../api/clock.ts'
import { send } from '../../api/request.ts'
import type { Called } from '../../api/useCall.ts'
import { wrongDay } from '../../ui/form/dates.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { Discard, useLeaving } from '../../ui/form/leaving.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { useNow } from '../../ui/useNow.ts'
import { Window } from '../../ui/Window.tsx'
import DeleteTime from './DeleteTime.tsx'
import { changeOf, moved, type useTimeEditing, type Values } from './editing.ts'
import { Fields } from './Fields.tsx'
import type { Lists } from './lists.ts'
import { StopIcon } from './StopIcon.tsx'
import { timeChanged } from './timer.ts'
import { usePartSaves } from './usePartSaves.ts'

const required = isNotEmpty(common.required)
const timeOfDay = (text: string) => (isTimeOfDay(text) ? null : text ? common.hour : common.required)
const rules = {
  descricao: written({ ...DESCRIPTION, empty: common.required }),
  idAtividade: required,
  idModulo: required,
  idCategoria: required,
  dia: (day: string) => (day ? wrongDay(day) : common.required),
  inicio: timeOfDay,
  fim: timeOfDay,
  total: (total: string) => (!total || total === '00:00:00' ? messages.nothing : /^\d{2,}:\d\d:\d\d$/.test(total) ? null : messages.noTotal),
}

export default function TimeForm({ editing, lists }: { editing: ReturnType<typeof useTimeEditing>; lists: Called<Lists> }) {
  const { opened, close, loading } = editing
  const [params] = useSearchParams()
  const isNew = params.get('novo') === '1'
  const [asking, ask] = useState(false)
  /** What was written of it already. */
  const [kept, keep] = useState<Values | null>(null)
  const leaving = useLeaving(close)
  // After the key that asks, which would answer too.
  const leave = () => (isNew && opened?.was.corre ? setTimeout(() => ask(true)) : leaving.ask())
  const id = opened?.id ?? 0
  const save = async (values: Values) => {
    await send('PUT /track', { body: changeOf(id, values, kept ?? values) })
    await timeChanged()
    return messages.changed
  }
  const closed = () => {
    ask(false)
    close()
  }
  return (
    <>
      {loading && <Loading />}
      <Window title={isNew ? 'Novo Tempo' : 'Editar Tempo'} opened={opened !== null} close={leave} covered={leaving.asked || asking}>
        {opened && (
          <>
            <Form
              key={opened.turn}
              {...editing}
              {...opened}
              name={editing.form}
              kept={kept ?? opened.kept}
              failed={messages.changeFailed}
              rules={rules}
              lists={lists}
              save={save}
              hold={leaving.hold}
              next={undefined}
              close={leave}
              saved={closed}
              before={stopOf}
              aside={
                <Button className="form-clear" variant="subtle" color="red" size="md" leftSection={<Trash2 aria-hidden />} onClick={() => ask(true)}>
                  Excluir
                </Button>
              }
            >
              {(form) => (
                <PartSaves id={id} form={form} began={opened.was} keep={keep}>
                  <Fields form={form} lists={lists.data} />
                </PartSaves>
              )}
            </Form>
            <Discard {...leaving} />
          </>
        )}
      </Window>
      <DeleteTime
        entry={asking && opened ? { id, name: (kept ?? opened.was).descricao, runs: opened.was.corre ? closed : undefined } : null}
        close={() => ask(false)}
        deleted={() => {
          leaving.hold('nothing')
          close()
        }}
      />
    </>
  )
}

const stopOf = (form: UseFormReturnType<Values>) => form.values.corre && form.values.fim === '' && <Stop form={form} />

/** Ends what runs now; what is written of it follows with Confirmar. */
function Stop({ form }: { form: UseFormReturnType<Values> }) {
  const { dia, inicio } = form.values
  const stop = () => form.setValues(moved(form.getValues(), 'fim', wallTime(serverNow()).slice(11)))
  const now = useNow(1000)
  const began = isTimeOfDay(inicio) ? atWall(`${dia}T${inicio}`) : now
  return (
    <>
      <time className="time-running">{duration(Math.max(0, Math.floor((now - began) / 1000)))}</time>
      <Button size="md" leftSection={<StopIcon />} onClick={stop}>
        Parar
      </Button>
    </>
  )
}

function PartSaves({
  id,
  form,
  began,
  keep,
  children,
}: {
  id: number
  form: UseFormReturnType<Values>
  began: Values
  keep: (saved: Values) => void
  children: ReactNode
}) {
  const { saved, waits, failing, save } = usePartSaves(id, form, began)
  useEffect(() => keep(saved), [saved, keep])
  // Before the tab is closed.
  useEffect(() => {
    if (!waits) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [waits])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- of its fields, whose blur comes up here
    <div className="time-fields" onBlur={() => void save()}>
      {children}
      {form.values.corre && (
        <p className="time-saved" role="status">
          {failing ? 'Ainda não salvo. Tentando de novo…' : waits ? 'Salvando…' : 'Salvo. O tempo está em andamento.'}
        </p>
      )}
    </div>
  )
}
