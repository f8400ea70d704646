import { Select } from '@mantine/core'
import { ChevronsUpDown } from 'lucide-react'
import { useRef } from 'react'
import { ALL_CENTRES } from '../../../shared/features/nfse.ts'
import type { Reply } from '../../api/address.ts'
import { selectOnFocus } from '../../ui/form/selectOnFocus.ts'
import css from './nfse.module.css'

interface Props {
  /** Cost centres of the month; undefined while they load. */
  centres: Reply<'GET /nfse/centrocustos'> | undefined
  centre: string
  /** Whether all centres can be listed at once. */
  hasAll: boolean
  choose: (centre: string | null) => void
}

export function CentreChoice({ centres, centre, hasAll, choose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const known = centres?.map(({ TIPO_CONTA }) => TIPO_CONTA) ?? []
  const names = hasAll && known.length > 0 ? [ALL_CENTRES, ...known] : known
  return (
    <Select
      className={css.centre}
      size="xs"
      aria-label="Centro de custo"
      placeholder="Centro de custo"
      searchable
      selectFirstOptionOnChange
      {...selectOnFocus}
      // The chosen centre stays an option even if the month has no account in it.
      data={centre && !names.includes(centre) ? [...names, centre] : names}
      nothingFoundMessage={!centres ? 'Carregando…' : names.length === 0 ? 'Nenhuma conta neste mês.' : 'Nada encontrado.'}
      allowDeselect={false}
      rightSection={<ChevronsUpDown aria-hidden />}
      rightSectionPointerEvents="none"
      value={centre || null}
      ref={input}
      onChange={(chosen) => {
        choose(chosen)
        // Blurs the field, so that keystrokes reach the page's shortcuts again.
        input.current?.blur()
      }}
    />
  )
}
