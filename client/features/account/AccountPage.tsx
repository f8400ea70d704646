// Minha conta: password, sessions, calendar address, notices and theme of the signed-in person.
import { useMantineColorScheme } from '@mantine/core'
import { messages } from '../../../shared/features/notices.ts'
import { send } from '../../api/request.ts'
import { useFresh } from '../../api/useCall.ts'
import { isMissing } from '../../api/failure.ts'
import { useMay, useMe } from '../../boot.ts'
import type { Drawn } from '../../parts.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { FlagSwitch } from '../../ui/form/fields.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { Part } from '../../ui/Part.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useFetching } from '../../ui/useFetching.ts'
import { CalendarAddress } from './CalendarAddress.tsx'
import { Password } from './Password.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import css from './account.module.css'

export const drawn: Drawn = ({ ask, may }) =>
  Promise.allSettled([
    ask('GET /account/factors'),
    may('GET /account/sessions') && ask('GET /account/sessions'),
    may('GET /notices') && ask('GET /notices'),
    may('GET /calendar-address') && ask('GET /calendar-address'),
  ])

export default function AccountPage() {
  const me = useMe()
  const may = useMay()
  return (
    <Screen scrolls note={me.name}>
      <div className="parts">
        {may('PUT /account/password') && <Password />}
        <SecondFactor />
        {may('GET /account/sessions') && <Sessions />}
        {may('GET /calendar-address') && <CalendarAddress />}
        {may('GET /notices') && <Notices />}
        <Theme />
      </div>
    </Screen>
  )
}

function Notices() {
  const { data, error, mutate } = useFresh('GET /notices')
  const { fetched } = useFetching()
  if (!data && isMissing(error)) return null
  const set = async (porEmail: 'S' | 'N') => {
    if (!(await fetched(() => send('PUT /notices/settings', { body: { porEmail } })))) return
    notify.success(porEmail === 'S' ? messages.byMail : messages.notByMail)
    await mutate()
  }
  return (
    <Part title="Avisos">
      <div className={css.body} id="avisos">
        <p>
          O que outra pessoa marca, altera ou estorna na sua agenda aparece no sino. Por e-mail, se a empresa o configurou, vem no máximo uma mensagem
          a cada dez minutos.
        </p>
        <FlagSwitch label="Receber também por e-mail" data-path="porEmail" value={data?.porEmail ?? 'N'} onChange={(flag) => void set(flag)} />
      </div>
    </Part>
  )
}

const themes = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Escuro' },
  { value: 'auto', label: 'Como no aparelho' },
] as const

function Theme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Part title="Tema">
      <div className={css.body}>
        <Segmented
          legend="Tema"
          options={[...themes]}
          value={colorScheme}
          onChange={(next) => setColorScheme(themes.find(({ value }) => value === next)?.value ?? 'auto')}
        />
      </div>
    </Part>
  )
}
