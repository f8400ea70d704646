// What the accounts are asked with, all of it in sight.
import { Select } from '@mantine/core'
import { ChevronsUpDown } from 'lucide-react'
import type { Reply } from '../../api/address.ts'
import { whole } from '../../ui/form/whole.ts'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { slashed } from '../../ui/month.ts'
import { MonthTurn } from '../../ui/MonthTurn.tsx'
import { kinds, statesOf, type useNfseFilter } from './filter.ts'

interface Props {
  filter: ReturnType<typeof useNfseFilter>
  centres: Reply<'GET /nfse/centrocustos'> | undefined
}

export function Bar({ filter: { kind, state, month, centre, go, turn }, centres }: Props) {
  const names = centres?.map(({ TIPO_CONTA }) => TIPO_CONTA) ?? []
  const chooseKind = (documento: string) => {
    const stays = statesOf(documento).some(({ value }) => value === state.value)
    // Each has columns of its own.
    go({ documento, colunas: null, ...(!stays && { situacao: null }) })
  }
  return (
    <>
      <Segmented legend="Tipo de documento" options={kinds} value={kind.value} onChange={chooseKind} />
      <div className="nfse-month">
        <MonthTurn className="nfse-mm" text={slashed(month)} turn={turn} />
      </div>
      <Select
        className="nfse-centre"
        size="xs"
        aria-label="Centro de custo"
        placeholder="Centro de custo"
        searchable
        selectFirstOptionOnChange
        {...whole}
        // What was chosen stays, though this month has nothing of it.
        data={centre && !names.includes(centre) ? [...names, centre] : names}
        nothingFoundMessage={!centres ? 'Carregando…' : names.length === 0 ? 'Nenhuma conta neste mês.' : 'Nada encontrado.'}
        allowDeselect={false}
        rightSection={<ChevronsUpDown aria-hidden />}
        rightSectionPointerEvents="none"
        value={centre || null}
        onChange={(centro) => go({ centro })}
      />
      <Segmented legend="Situação" options={statesOf(kind.value)} value={state.value} onChange={(situacao) => go({ situacao })} />
    </>
  )
}
