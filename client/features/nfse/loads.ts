// The loads of months: where accounts come from.
import { useEffect, useRef, useState } from 'react'
import { messages, type DataLoad } from '../../../shared/features/nfse.ts'
import { useAskAgain } from '../../api/useAskAgain.ts'
import { useFresh } from '../../api/useCall.ts'
import { notify } from '../../ui/feedback/notify.ts'

const isOver = ({ LOADING }: DataLoad) => LOADING === 2

/** Asked again and again while they are looked at, and as long as one is under way. `ended`: a month's came to its end. */
export function useLoads(opened: boolean, ended: (month: string) => void) {
  const [isUnderWay, watch] = useState(false)
  const { data, error, mutate } = useFresh(opened || isUnderWay ? 'GET /load-data/data' : null)
  useAskAgain(opened || isUnderWay, mutate)
  const isFailing = error !== undefined
  useEffect(() => {
    if (opened && isFailing) notify.error(messages.loadListFailed)
  }, [opened, isFailing])
  /** The months that are to end. */
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
    // oxlint-disable-next-line react/exhaustive-deps -- with each answer
  }, [data])
  return {
    data,
    error,
    mutate,
    /** It was asked for, and may be over before anybody looks: the answer is what it was. */
    requested: async (month: string) => {
      awaited.current.add(month)
      settle((await mutate()) ?? [])
    },
  }
}
