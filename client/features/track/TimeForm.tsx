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
import { useFresh } from '../../api/useCall.ts'
import { wrongDay } from '../../ui/form/dates.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { Discard, useLeaving } from '../../ui/form/leaving.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { useNow } from '../../ui/useNow.ts'
import { Window } from '../../ui/Window.tsx'
import DeleteTime from './DeleteTime.tsx'
import { changeOf, moved, type useTimeEditing, type Values } from './editing.ts'
import { Fields } from './Fields.tsx'
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

type Editing = ReturnType<typeof useTimeEditing>
type Opened = NonNullable<Editing['opened']>

export default function TimeForm({ editing }: { editing: Editing }) {
  const { opened, close, loading } = editing
  const isNew = useSearchParams()[0].get('novo') === '1'
  const [asking, ask] = useState(false)
  const leaving = useLeaving(close)
  // After the key that asks, which would answer too.
  const leave = () => (isNew && opened?.was.corre ? setTimeout(() => ask(true)) : leaving.ask())
  return (
    <>
      {loading && <Loading />}
      <Window title={isNew ? 'Novo Tempo' : 'Editar Tempo'} opened={opened !== null} close={leave} covered={leaving.asked || asking}>
        {opened && <OpenedForm key={opened.turn} {...{ editing, opened, leaving, leave, asking, ask }} />}
      </Window>
    </>
  )
}

interface Props {
  editing: Editing
  opened: Opened
  leaving: ReturnType<typeof useLeaving>
  leave: () => void
  /** Whether it is to be deleted. */
  asking: boolean
  ask: (asking: boolean) => void
}

function OpenedForm({ editing, opened, leaving, leave, asking, ask }: Props) {
  const lists = useFresh('GET /datatrack')
  const [saved, setSaved] = useState<Values | null>(null)
  const id = opened.id ?? 0
  const stored = saved ?? opened.was
  const save = async (values: Values) => {
    await send('PUT /track', { body: changeOf(id, values, stored) })
    await timeChanged()
    return messages.changed
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
        name={editing.form}
        kept={saved ?? opened.kept}
        failed={messages.changeFailed}
        rules={rules}
        lists={lists}
        save={save}
        hold={leaving.hold}
        next={undefined}
        close={leave}
        saved={close}
        before={stopOf}
        aside={
          <Button className="form-clear" variant="subtle" color="red" size="md" leftSection={<Trash2 aria-hidden />} onClick={() => ask(true)}>
            Excluir
          </Button>
        }
      >
        {(form) => (
          <PartSaves id={id} form={form} stored={stored} keep={setSaved}>
            <Fields form={form} lists={lists.data} />
          </PartSaves>
        )}
      </Form>
      <Discard {...leaving} />
      <DeleteTime
        entry={asking ? { id, name: stored.descricao, runs: opened.was.corre ? close : undefined } : null}
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

interface PartSavesProps {
  id: number
  form: UseFormReturnType<Values>
  /** As it is stored by now, and the way to say so. */
  stored: Values
  keep: (saved: Values) => void
  children: ReactNode
}

function PartSaves({ id, form, stored, keep, children }: PartSavesProps) {
  const { waits, failing, save } = usePartSaves(id, form, stored, keep)
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
