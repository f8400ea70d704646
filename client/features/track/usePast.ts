import { wallDay } from '../../../shared/clock.ts'
import { serverNow } from '../../api/clock.ts'
import { useOpened } from '../../ui/form/useEditing.ts'
import { blank } from './editing.ts'

/** The form 'Lançar tempo', for today unless a day is preset. The next time is on the same day. */
export const usePast = () =>
  useOpened('lançar tempo', blank, async () => undefined, {
    fresh: () => ({ dia: wallDay(serverNow()) }),
    carry: ({ dia }) => ({ dia }),
  })
