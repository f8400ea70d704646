import { useMantineColorScheme } from '@mantine/core'
import { messages } from '../../shared/features/track.ts'
import { Failure } from '../api/failure.ts'
import { signOut } from '../api/session.ts'
import { useMe } from '../boot.ts'
import { resumeBooking } from '../features/track/book.ts'
import { keptPending } from '../features/track/pendingBooking.ts'
import { timeChanged } from '../features/track/changes.ts'
import { sendStops, useStops } from '../features/track/stops.ts'
import { dropDrafts } from '../ui/form/drafts.ts'
import { notify } from '../ui/feedback/notify.ts'

/** That something is lost by signing out was said; whoever goes on does it all the same. */
let isWarned = false

/** What a person does with the own place here. */
export function useAccount() {
  const { setColorScheme } = useMantineColorScheme()
  const me = useMe()
  const stops = useStops(me.id)
  return {
    // Asked when it is pressed: a state that is another once the page is taken up would draw its parts anew.
    toggleTheme: () => setColorScheme(document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'light' : 'dark'),
    leave: async () => {
      await resumeBooking(me.id)
      // Whatever becomes of them, she can leave.
      const isSent = await sendStops(me.id).catch(() => false)
      // What shows them asks as long as it may.
      if (isSent && stops.length > 0) await timeChanged()
      const lost = isSent ? (keptPending(me.id) ? messages.unbooked : null) : messages.unsent
      const isTold = isWarned
      isWarned = lost !== null
      if (lost !== null && !isTold) {
        notify.warn(lost)
        return
      }
      await signOut()
        .then(() => dropDrafts())
        .catch((error: unknown) => notify.error(error instanceof Failure ? error.message : 'Não foi possível sair. Tente novamente.'))
    },
  }
}
