import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Failure } from '../api/failure.ts'
import { signOut } from '../api/session.ts'
import { dropDrafts } from '../ui/form/drafts.ts'
import { notify } from '../ui/feedback/notify.ts'

/** What a person does with the own place here. */
export function useAccount() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  return {
    toggleTheme: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark'),
    leave: () => {
      dropDrafts()
      signOut().catch((error: unknown) => notify.error(error instanceof Failure ? error.message : 'Não foi possível sair. Tente novamente.'))
    },
  }
}
