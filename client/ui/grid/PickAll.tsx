import './selection.css'
import type { Selection } from './useSelection.ts'

/** Header checkbox that selects all rows shown, or none. */
export function PickAll<T>({ selection: { state, isEmpty, pickAll, dropAll } }: { selection: Selection<T> }) {
  return (
    <th scope="col" className="grid-pick">
      <input
        type="checkbox"
        aria-label="Selecionar todas"
        ref={(box) => {
          if (box) box.indeterminate = state === 'some'
        }}
        checked={state === 'all'}
        disabled={isEmpty}
        onChange={state === 'all' ? dropAll : pickAll}
      />
    </th>
  )
}
