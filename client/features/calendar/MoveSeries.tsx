// Asks whether a move concerns one appointment of a repetition or also the following ones.
import { Button } from '@mantine/core'
import { numberBr } from '../../ui/number.ts'
import { Window } from '../../ui/Window.tsx'
import type { Scope } from './useMoves.ts'

/** `proximos` is the number of following appointments. `choose` gets null if nothing is to be moved. */
export default function MoveSeries({ name, proximos, choose }: { name: string; proximos: number; choose: (scope: Scope | null) => void }) {
  return (
    <Window asks title="Mover compromisso que se repete" size={440} opened close={() => choose(null)}>
      <div className="window-question">
        <p>
          <strong>{name}</strong>
        </p>
        <p>{proximos === 1 ? 'Há mais 1 compromisso' : `Há mais ${numberBr(proximos)} compromissos`} desta repetição depois dele.</p>
      </div>
      <div className="window-foot">
        <Button variant="default" size="md" onClick={() => choose(null)}>
          Cancelar
        </Button>
        <Button variant="default" size="md" onClick={() => choose('proximos')}>
          Este e os próximos
        </Button>
        <Button size="md" data-autofocus onClick={() => choose('este')}>
          Só este
        </Button>
      </div>
    </Window>
  )
}
