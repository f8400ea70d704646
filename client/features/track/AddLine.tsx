// Adds a line to the week: work that was entered before, or what the person types.
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFresh } from '../../api/useCall.ts'
import { Picker } from '../../ui/form/fields.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { guessOf } from './guess.ts'
import { likeOf, namesOf, noteOf } from './lists.ts'
import type { Added } from './week.ts'

export function AddLine({ add }: { add: (one: Added) => void }) {
  const [choosing, choose] = useState(false)
  /** True when the focus has to return to the button. */
  const back = useRef(false)
  if (choosing)
    return (
      <Choosing
        add={add}
        leave={(isBack = false) => {
          back.current = isBack
          choose(false)
        }}
      />
    )
  return (
    <button
      type="button"
      ref={(button) => {
        if (back.current) button?.focus()
        back.current = false
      }}
      onClick={() => choose(true)}
    >
      <Plus aria-hidden />
      Adicionar atividade
    </button>
  )
}

/** Value of the option that is what the person has typed. */
const TYPED = -1

/** Picker of earlier work. Its list opens at once. Other text is offered as new work, with guessed fields. */
function Choosing({ add, leave }: { add: (one: Added) => void; leave: (isBack?: boolean) => void }) {
  const { data } = useFresh('GET /datatrack')
  const [typed, type] = useState('')
  const fresh = data && typed.trim() ? guessOf(data, typed.trim()) : undefined
  const offered = data?.sugestoes.flatMap((one): Added[] => {
    const of = { DESCRICAO: one.DESCRICAO, ...namesOf(data, one) }
    return of.ACTIVITY && of.MODULE && of.CATEGORY ? [{ of, like: likeOf(data, one) }] : []
  })
  return (
    <Picker
      aria-label="Adicionar atividade"
      placeholder="O que foi feito"
      // Opens upwards, because the table's footer is below.
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed', position: 'top-start' }}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field replaces the button that the person pressed
      autoFocus
      options={
        offered && [
          ...offered.map(({ of }, value) => ({ value, label: of.DESCRICAO ?? NO_VALUE, note: noteOf(of) })),
          ...(fresh ? [{ value: TYPED, label: typed.trim(), note: `nova · ${noteOf(fresh.names)}`, typed: true }] : []),
        ]
      }
      // Controlled, because the library clears its own search when the options change.
      searchValue={typed}
      onSearchChange={type}
      onChange={(index) => {
        const one = index === TYPED && fresh ? { of: { DESCRICAO: fresh.like.descricao, ...fresh.names }, like: fresh.like } : offered?.[index ?? NaN]
        leave()
        if (one) add(one)
      }}
      onBlur={() => leave()}
      onKeyDownCapture={({ key, currentTarget }) => {
        if (key === 'Escape' && currentTarget.ariaExpanded !== 'true') leave(true)
      }}
    />
  )
}
