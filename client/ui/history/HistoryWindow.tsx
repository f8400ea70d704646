import { Button } from '@mantine/core'
import { Window } from '../Window.tsx'
import { History, type HistoryCall } from './History.tsx'

/** `record` is the record whose history is shown; null closes the dialog. */
export default function HistoryWindow({ of, record, close }: { of: HistoryCall; record: { id: number; name: string } | null; close: () => void }) {
  return (
    <Window title={`Histórico - ${record?.name ?? ''}`} opened={record !== null} close={close}>
      {record && <History of={of} id={record.id} />}
      <div className="window-foot">
        <Button variant="default" size="md" onClick={close}>
          Fechar
        </Button>
      </div>
    </Window>
  )
}
