// The sign-in page, which is drawn without the router.
import { signIn } from '../parts.ts'
import { Notices } from './Notices.tsx'

/** Loads the code of the sign-in page, and returns the page. */
export async function signInPage() {
  const { default: Login } = await signIn.load()
  return (
    <>
      <Login />
      <Notices />
    </>
  )
}
