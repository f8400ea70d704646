// Types of the props that a screen gives to the common form.
import type { FormRulesRecord, UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { Failure } from '../../api/failure.ts'
import type { Send } from '../../api/request.ts'
import type { Held } from './leaving.tsx'
import type { Opened, Tabbed } from './useEditing.ts'

interface Lists {
  data?: unknown
  error?: Failure | undefined
  mutate: () => unknown
}

export interface Fields<V extends object> {
  rules?: FormRulesRecord<V>
  /** State of the request for the lists that the fields take their options from. */
  lists?: Lists
  /** The fields; the first one carries data-autofocus. */
  children: (form: UseFormReturnType<V>) => ReactNode
}

/** The content of one tab. `holds` lists its fields. A part without `holds` contains the fields that no other part lists. */
export interface Part<V extends object> {
  tab: string
  label: string
  holds?: (keyof V & string)[]
}

export interface Warning {
  text: ReactNode
  /** Label of the confirm button for an action that cannot be undone, such as 'Estornar'. */
  final?: string
  /** Key of the warning. Warnings with the same key mean the same, so confirming one covers both. */
  key?: string
  /** True when the server refuses these values whatever the person confirms. The form then does not send them. */
  refused?: boolean
}

/** A message about what the draft would cause, updated while typing. */
export interface Effect {
  text: ReactNode
  /** True when the confirm button must say 'Confirmar assim mesmo'. */
  grave?: boolean
  /** True for information rather than a warning. */
  calm?: boolean
}

/** The configuration that a screen gives its form. */
export interface FormOf<V extends object> extends Fields<V> {
  /** The parts of a form with tabs; `children` draws the part that `tab` names. */
  parts?: Part<V>[]
  /** Saves with `send` and returns the success message. `id` is null for a record to be created. */
  save: (values: V, id: number | null, send: Send) => Promise<string>
  /** Looks for a warning to show before saving. Confirming again saves anyway. `was` holds the stored values. */
  warn?: (values: V, id: number | null, was: V) => Promise<Warning | null | undefined>
  /** True to look for the warning while the person types instead of on confirming. */
  warnsEarly?: boolean
  /** The effect of the draft, or null if none is worth mentioning. `was` holds the stored values. */
  effect?: (values: V, id: number | null, was: V) => Effect | null
  /**
   * Errors in stored values by field, shown from the start. The first such field takes the focus. A field that the person has changed is not marked.
   */
  marks?: Record<string, string>
  /** Why this record can no longer be changed, judged by its stored values. */
  final?: (values: V) => string | undefined
  /** Toast that is shown for an invalid form. */
  invalid?: string
  /** Fields that form one unit. When two versions are merged, all of them come from the same version. */
  together?: (keyof V & string)[]
  /** The status field. If saving changes it, the toast offers an undo. */
  status?: keyof V
}

export interface FormProps<V extends object> extends FormOf<V>, Partial<Tabbed>, Omit<Opened<V>, 'discard'> {
  /** Reads the currently stored record. */
  ask?: (id: number) => Promise<V | undefined>
  /** Name under which the form's draft is kept. */
  name: string
  /** True while the queue of a time entry (useStored.ts) saves the draft outside this form. The draft is kept until it is stored. */
  pending?: boolean
  /** Reopens the form without the restored draft; absent if no draft was restored. */
  discard?: (() => void) | undefined
  /** The values that 'Limpar' sets; only a filter has them. */
  blank?: V
  failed: string
  /** Receives the loss that leaving the form would cause; absent when the draft may be lost without a question. */
  hold?: (held: Held) => void
  /** Closes the form. */
  close: () => void
  /** Label of the button that closes the form; 'Cancelar' by default. */
  closing?: string | undefined
  saved: (values: V) => void
  /** Opens a further new record after saving. */
  next?: ((saved: V) => void) | undefined
  /** Returns an element that replaces the confirm button as long as confirming is not possible. */
  before?: (form: UseFormReturnType<V>) => ReactNode
  /** Further content on the left of the footer. */
  aside?: ReactNode
}
