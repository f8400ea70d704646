// A tree with checkboxes on its leaves. Ticking a branch ticks all its leaves; a branch is indeterminate while only some are ticked.
import './check-tree.css'
import { Checkbox, Input, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { fold, hasAll, wordsOf } from '../grid/fold.ts'

export interface Branch {
  id: number
  label: string
  /** The items below this one. An item with an empty list is a leaf. */
  under: Branch[]
}

interface Props {
  /** Accessible name of the tree's items. */
  label: string
  tree: Branch[]
  value?: number[]
  onChange?: (ticked: number[]) => void
  error?: ReactNode
  /** Whether a leaf may be ticked and unticked. */
  may: (id: number) => boolean
  /** The reason why some leaves may not be changed. */
  note?: string | undefined
  /** Content placed beside the search. */
  children?: ReactNode
  /** The field's name in the form. */
  'data-path'?: string
}

export const leavesOf = ({ id, under }: Branch): number[] => (under.length ? under.flatMap(leavesOf) : [id])

/** The part of a tree that matches a search. A matching branch keeps everything below it. */
const narrowed = (tree: Branch[], words: string[]): Branch[] =>
  tree.flatMap((branch) => {
    if (hasAll(fold(branch.label), words)) return [branch]
    const under = narrowed(branch.under, words)
    return under.length ? [{ ...branch, under }] : []
  })

export function CheckTree({ label, tree, value: ticked = [], onChange, error, may, note, children, 'data-path': path }: Props) {
  const [search, setSearch] = useState('')
  const errorId = useId()
  const all = tree.flatMap(leavesOf)
  const shown = narrowed(tree, wordsOf(search))
  const first = shown[0]?.id

  const toggle = (branch: Branch) => {
    const free = leavesOf(branch).filter(may)
    const others = ticked.filter((id) => !free.includes(id))
    onChange?.(free.every((id) => ticked.includes(id)) ? others : [...others, ...free])
  }
  const list = (branches: Branch[]) => (
    <ul>
      {branches.map((branch) => {
        const leaves = leavesOf(branch)
        const on = leaves.filter((id) => ticked.includes(id)).length
        return (
          <li key={branch.id}>
            <Checkbox
              size="xs"
              label={branch.label}
              checked={on === leaves.length}
              indeterminate={on > 0 && on < leaves.length}
              disabled={!leaves.some(may)}
              onChange={() => toggle(branch)}
              onKeyDown={moveFocus}
              {...(error && branch.id === first && { 'aria-invalid': true, 'aria-describedby': errorId })}
            />
            {branch.under.length > 0 && list(branch.under)}
          </li>
        )
      })}
    </ul>
  )
  return (
    <>
      <TextInput
        data-autofocus
        className="form-half"
        label={`Buscar ${label}`}
        placeholder="Buscar..."
        leftSection={<Search aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        // Prevents Enter in the search from submitting the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {children}
      <div role="group" aria-label={label} className="check-tree" data-path={path}>
        <p role="status" className="check-tree-note">
          {ticked.filter((id) => all.includes(id)).length} de {all.length} marcados. {note}
        </p>
        {error && <Input.Error id={errorId}>{error}</Input.Error>}
        {shown.length > 0 ? list(shown) : <p className="check-tree-note">Nada encontrado para “{search}”.</p>}
      </div>
    </>
  )
}

const STEPS = new Map<string, (at: number, last: number) => number>([
  ['ArrowDown', (at, last) => Math.min(at + 1, last)],
  ['ArrowUp', (at) => Math.max(at - 1, 0)],
  ['Home', () => 0],
  ['End', (_, last) => last],
])
/** Arrow keys move between checkboxes, as in any tree. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>) {
  const step = STEPS.get(event.key)
  if (!step) return
  event.preventDefault()
  const boxes = [...(event.currentTarget.closest('[role=group]')?.querySelectorAll('input') ?? [])].filter((box) => !box.disabled)
  boxes[step(boxes.indexOf(event.currentTarget), boxes.length - 1)]?.focus()
}
