import { useMantineColorScheme } from '@mantine/core'
import { messages } from '../../shared/features/track.ts'
import { Failure } from '../api/failure.ts'
import { signOut } from '../api/session.ts'
import { useMe } from '../boot.ts'
import { timeChanged } from '../features/track/changes.ts'
import { sendStops, useStops } from '../features/track/stops.ts'
import { dropDrafts } from '../ui/form/drafts.ts'
import { notify } from '../ui/feedback/notify.ts'

/** True after the person was warned that signing out loses data. The next attempt signs out anyway. */
let isWarned = false

/** Commands of the signed-in person's menu. */
export function useAccount() {
  const { setColorScheme } = useMantineColorScheme()
  const me = useMe()
  const stops = useStops(me.id)
  return {
    // The scheme is read on click. If it were state, it could change during hydration, and the parts that show it would render again.
    toggleTheme: () => setColorScheme(document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'light' : 'dark'),
    leave: async () => {
      // If the pending stops cannot be sent, signing out is not prevented, but the person is warned first.
      const isSent = await sendStops(me.id).catch(() => false)
      // Refresh the parts that show the timer now, because afterwards the session no longer exists.
      if (isSent && stops.length > 0) await timeChanged()
      const isTold = isWarned
      isWarned = !isSent
      if (!isSent && !isTold) {
        notify.warn(messages.unsent)
        return
      }
      await signOut()
        .then(() => dropDrafts())
        .catch((error: unknown) => notify.error(error instanceof Failure ? error.message : 'Não foi possível sair. Tente novamente.'))
    },
  }
}
