import { messages } from '../../../shared/messages.ts'
import { notify } from '../feedback/notify.ts'

/** Says what a card's record is now; what was made inactive can be taken back at once, also where it leaves its list. */
export const sayToggled = (status: 'A' | 'I', undo: () => unknown) =>
  status === 'A' ? notify.success(messages.reactivated) : notify.success(messages.inactivated, { action: { label: 'Desfazer', run: undo } })
