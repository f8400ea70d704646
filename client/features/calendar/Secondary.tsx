import { Menu } from '@mantine/core'
import { CalendarArrowDown, CopyPlus, EllipsisVertical, Printer } from 'lucide-react'
import { messages as common } from '../../../shared/messages.ts'
import { Failure } from '../../api/failure.ts'
import { useMay, useMe } from '../../boot.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { useCopyWeek } from './useCopyWeek.ts'

const CopyWeek = lazyPart(() => import('./CopyWeek.tsx'))

/** Menu of rare actions. `person` and `day` are those shown, whose week may be copied. */
export default function Secondary({ person, day }: { person: number; day: string }) {
  const me = useMe()
  const mayCopy = useMay()('POST /compromises/copy-week')
  const copying = useCopyWeek(person, day)
  const download = async () => {
    try {
      const { saveAgenda } = await import('./saveAgenda.ts')
      const count = await saveAgenda(me.id)
      if (count === 0) notify.warn('Sua agenda ainda não tem compromissos.')
    } catch (error) {
      if (!(error instanceof Failure && error.status === 401)) notify.error(common.database)
    }
  }
  return (
    <>
      <Menu position="bottom-end" width={260} zIndex="var(--z-popover)">
        <Menu.Target>
          <button type="button" className="icon-button" aria-label="Mais ações" title="Mais ações">
            <EllipsisVertical aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<CalendarArrowDown aria-hidden />} onClick={download}>
            Baixar minha agenda (.ics)
          </Menu.Item>
          {mayCopy && (
            <Menu.Item leftSection={<CopyPlus aria-hidden />} onClick={() => copying.create()}>
              Copiar semana…
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Printer aria-hidden />} onClick={() => print()}>
            Imprimir
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <CopyWeek editing={copying} />
    </>
  )
}
