// A form in a dialog, for a record or a filter.
import { Loading } from '../feedback/Loading.tsx'
import { Form } from './Form.tsx'
import type { Fields, FormOf } from './formProps.ts'
import { Discard, useLeaving } from './leaving.tsx'
import type { Editing } from './useEditing.ts'
import type { Filter, useFilter } from '../grid/useFilter.ts'
import { Window } from '../Window.tsx'

interface Props<V extends object> extends FormOf<V> {
  editing: Editing<V>
  /** Texts for a new and for an existing record. `failed` is shown when the server gives no reason. */
  create: { title: string; failed: string }
  change: { title: string; failed: string }
  /** True if no further new record follows a saved one. */
  isSingle?: boolean
}

export function FormModal<V extends object>({ editing, create, change, isSingle = false, ...form }: Props<V>) {
  const { opened, close, left, loading, next } = editing
  const { title, failed } = opened?.id === null ? create : change
  const leaving = useLeaving(close, left)
  const counted = (then: (saved: V) => void) => (saved: V) => {
    // Closes the discard question, because the response came while it was open.
    leaving.leave()
    if (opened) editing.count(opened.id)
    then(saved)
  }
  return (
    <>
      {loading && <Loading />}
      <Window title={title} opened={opened !== null} close={leaving.ask} covered={leaving.asked}>
        {opened && (
          <>
            <Form
              key={opened.opening}
              {...form}
              {...editing}
              {...opened}
              name={editing.form}
              failed={failed}
              hold={leaving.hold}
              close={leaving.ask}
              saved={counted(close)}
              next={opened.id === null && !isSingle ? counted(next) : undefined}
            />
            <Discard {...leaving} />
          </>
        )}
      </Window>
    </>
  )
}

/** Dialog with a screen's filter. */
export function FilterModal<F extends Filter>({
  filter,
  opened,
  close,
  ...form
}: Fields<F> & { filter: ReturnType<typeof useFilter<F>>; opened: boolean; close: () => void }) {
  const save = async (values: F) => {
    filter.apply(values)
    return ''
  }
  return (
    <Window title="Filtrar" opened={opened} close={close}>
      {opened && (
        <Form
          {...form}
          name="filtro"
          id={null}
          values={filter.values}
          was={filter.values}
          kept={filter.values}
          blank={filter.blank}
          failed=""
          save={save}
          close={close}
          saved={close}
        />
      )}
    </Window>
  )
}
