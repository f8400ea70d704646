import { messages } from '../../../shared/messages.ts'
import { notify } from '../feedback/notify.ts'

/** Reports a card's new status. Deactivating offers an undo, since the card may leave the filtered list. */
export const sayToggled = (status: 'A' | 'I', undo: () => unknown) =>
  status === 'A' ? notify.success(messages.reactivated) : notify.success(messages.inactivated, { action: { label: 'Desfazer', run: undo } })
