// Data loads by month, which create the accounts.
import { useEffect, useRef, useState } from 'react'
import { messages, type DataLoad } from '../../../shared/features/nfse.ts'
import { useAskAgain } from '../../api/useAskAgain.ts'
import { useFresh } from '../../api/useCall.ts'
import { notify } from '../../ui/feedback/notify.ts'

const isOver = ({ LOADING }: DataLoad) => LOADING === 2

/** Polls the loads while the dialog is open or a load is in progress. `ended` runs when the load of a month finishes. */
export function useLoads(opened: boolean, ended: (month: string) => void) {
  const [isUnderWay, watch] = useState(false)
  const { data, error, mutate } = useFresh(opened || isUnderWay ? 'GET /load-data/data' : null)
  useAskAgain(opened || isUnderWay, mutate)
  const isFailing = error !== undefined
  useEffect(() => {
    if (opened && isFailing) notify.error(messages.loadListFailed)
  }, [opened, isFailing])
  /** Months whose load has not finished yet. */
  const awaited = useRef(new Set<string>())
  const settle = (loads: DataLoad[]) => {
    for (const load of loads) {
      if (!isOver(load)) awaited.current.add(load.mesAno)
      else if (awaited.current.delete(load.mesAno)) ended(load.mesAno)
    }
    watch(!loads.every(isOver))
  }
  useEffect(() => {
    if (data) settle(data)
    // oxlint-disable-next-line react/exhaustive-deps -- runs for each reply
  }, [data])
  return {
    data,
    error,
    mutate,
    /** Call this after requesting a month, because its load may finish before the next poll. */
    requested: async (month: string) => {
      awaited.current.add(month)
      settle((await mutate()) ?? [])
    },
  }
}
