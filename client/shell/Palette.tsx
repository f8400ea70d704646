// The command palette: every page, command and record, found by name.
import './palette.css'
import { Combobox, Modal, useCombobox } from '@mantine/core'
import { History, List, LogOut, Play, Plus, Search, Square, SunMoon, X, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CallName } from '../../shared/calls.ts'
import { messages } from '../../shared/messages.ts'
import { pages } from '../../shared/pages.ts'
import { useFresh } from '../api/useCall.ts'
import { useMay, useMe } from '../boot.ts'
import { guessOf } from '../features/track/guess.ts'
import { likeOf, namesOf, noteOf } from '../features/track/lists.ts'
import { useTimer } from '../features/track/timer.ts'
import { fold, hasAll, wordsOf } from '../ui/grid/fold.ts'
import { useReturn } from '../ui/focus.ts'
import { numberBr } from '../ui/number.ts'
import { pagesOf } from './menus.ts'
import { useAccount } from './useAccount.ts'
import { useGo } from './useGo.ts'
import { usePlanning } from './usePlanning.ts'
import { useRecords } from './useRecords.ts'

interface Entry {
  /** Defaults to the label, which must then be unique. */
  id?: string
  label: string
  note: string
  icon: LucideIcon
  keys: string[]
  run: () => unknown
  /** Like `run`, and opens the form of what it has made. */
  open?: (() => unknown) | undefined
}

const idOf = ({ id, label }: Entry) => id ?? label

interface Start {
  call: CallName
  label: string
  /** Address that opens the form. */
  to: string
}
/** Commands that can start from any page. */
const starts = pages
  .flatMap((page): Start[] => ('create' in page ? [{ ...page.create, to: `${page.path}?acao=novo` }] : []))
  .toSpliced(1, 0, { call: 'POST /compromises', label: 'Estou em…', to: '/onde-estou?acao=novo' })

interface Group {
  title: string
  entries: Entry[]
}

function useEntries(): Group[] {
  const me = useMe()
  const may = useMay()
  const go = useGo()
  const { toggleTheme, leave } = useAccount()
  const opened = pagesOf(me).map(({ title, route, group, icon, letter }): Entry => ({
    label: title,
    note: group,
    icon,
    keys: ['G', letter],
    run: () => go(route),
  }))
  const started = starts.filter(({ call }) => may(call)).map(({ label, to }): Entry => ({ label, note: '', icon: Plus, keys: [], run: () => go(to) }))
  return [
    { title: 'Ir para', entries: opened },
    {
      title: 'Fazer',
      entries: [
        ...started,
        { label: 'Trocar tema', note: '', icon: SunMoon, keys: [], run: toggleTheme },
        { label: 'Sair', note: '', icon: LogOut, keys: [], run: () => void leave() },
      ],
    },
  ]
}

export default function Palette({
  opened,
  search,
  returnFocus,
  close,
  went,
}: {
  opened: boolean
  /** Initial search text. */
  search: string
  returnFocus: boolean
  close: () => void
  went: () => void
}) {
  useReturn(opened, returnFocus)
  return (
    <Modal.Root opened={opened} onClose={close} returnFocus={false} size={642} yOffset="14vh" zIndex={400} classNames={{ content: 'palette' }}>
      <Modal.Overlay />
      <Modal.Content aria-label="Buscar ou ir para">
        <Choice begun={search} close={close} went={went} />
      </Modal.Content>
    </Modal.Root>
  )
}

function Choice({ begun, close, went }: { begun: string; close: () => void; went: () => void }) {
  const [search, setSearch] = useState(begun)
  // Esc only closes the list, because its event does not reach the dialog. So closing the list also closes the palette.
  const combobox = useCombobox({ opened: true, onDropdownClose: close })
  const go = useGo()
  const words = wordsOf(search)
  const begins = ({ label }: Entry) => fold(label).startsWith(words[0] ?? '')
  const places = useEntries()
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ label, note }) => hasAll(fold(`${label} ${note}`), words)) }))
    // Entries that begin with the search text come first, and so does their group.
    .map(({ title, entries }) => ({ title, entries: entries.toSorted((a, b) => Number(begins(b)) - Number(begins(a))) }))
  const planning = usePlanning(search)
  const times = useTimes(search, words)
  const records = useRecords(search, words, planning.asked || [...places, times].some(({ entries }) => entries.length > 0))
  const ofRecords = records.groups.map(({ title, icon, records, count, rest }): Group => ({
    title: count > records.length ? `${title} · ${records.length} de ${numberBr(count)}` : title,
    entries: [
      ...records.map(({ id, name, note, to }): Entry => ({ id: `${title} ${id}`, label: name, note, icon, keys: [], run: () => go(to) })),
      ...(rest ? [{ label: rest.label, note: '', icon: List, keys: [], run: () => go(rest.to) }] : []),
    ],
  }))
  // Timer commands come last, so that Enter opens a found page or record and never starts a timer by accident.
  const groups = [planning, ...places, ...ofRecords, times]
    .filter(({ entries }) => entries.length > 0)
    .toSorted((a, b) => Number(b.entries.some(begins)) - Number(a.entries.some(begins)))
  const found = groups.flatMap(({ entries }) => entries)
  const count = [...[planning, ...places, times].map(({ entries }) => entries.length), ...records.groups.map(({ count }) => count)].reduce(
    (sum, one) => sum + one,
    0,
  )

  // Enter runs the first option, so the first one is selected whenever the list changes: after each letter typed and each register loaded.
  // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- the store is a new object at every render
  useEffect(() => void combobox.selectFirstOption(), [search, found.length])

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        went()
        void found.find((entry) => idOf(entry) === id)?.run()
      }}
    >
      <div className="palette-head">
        <Search aria-hidden />
        <Combobox.EventsTarget withExpandedAttribute>
          <input
            data-autofocus
            aria-label="Buscar ou ir para"
            placeholder="Buscar ou ir para…"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            // Before the list sees the key, which would run the marked option.
            onKeyDownCapture={(event) => {
              if (event.key !== 'Enter' || !event.shiftKey) return
              const marked = event.currentTarget.closest('[role=dialog]')?.querySelector('[data-combobox-selected]')?.getAttribute('value')
              const entry = found.find((one) => idOf(one) === marked)
              if (!entry?.open) return
              event.preventDefault()
              event.stopPropagation()
              went()
              void entry.open()
            }}
          />
        </Combobox.EventsTarget>
        <button type="button" onClick={close}>
          <kbd>Esc</kbd>
          <X aria-hidden className="palette-close" />
          <span className="hidden">Fechar</span>
        </button>
      </div>
      <Combobox.Options className="palette-list" aria-label="Resultados">
        {groups.map(({ title, entries }) => (
          <Combobox.Group key={title} label={title}>
            {entries.map(({ label, note, icon: Icon, keys, ...entry }) => (
              <Combobox.Option key={entry.id ?? label} value={entry.id ?? label} className="palette-option">
                <Icon aria-hidden />
                <span className="ellipsis">
                  <Match text={label} words={words} />
                </span>
                <small>{note}</small>
                <span className="palette-keys">
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </span>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
        {records.failed && <Combobox.Empty>Os registros não puderam ser carregados. Tentando de novo…</Combobox.Empty>}
        {records.loading && <Combobox.Empty>{messages.loading}</Combobox.Empty>}
        {count === 0 && !records.failed && !records.loading && <Combobox.Empty>Nada encontrado para “{search}”.</Combobox.Empty>}
      </Combobox.Options>
      <footer className="palette-foot">
        <span aria-hidden>
          <kbd>↑</kbd> <kbd>↓</kbd> navegar
        </span>
        <span aria-hidden>
          <kbd>Enter</kbd> abrir
        </span>
        {found.some(({ open }) => open) && (
          <span aria-hidden>
            <kbd>Shift</kbd> <kbd>Enter</kbd> iniciar e abrir
          </span>
        )}
        <span role="status">{resultsOf(count, records)}</span>
      </footer>
    </Combobox>
  )
}

/** A search that starts work: 'Iniciar reunião', or 'Iniciar: reunião'. */
const BEGIN = /^\s*iniciar:?\s+(\S.*)$/i
/** Maximum number of suggested times. */
const SUGGESTED = 5

/** Commands that stop the running timer or start another. Starting another one stops the running one at once. */
function useTimes(search: string, words: string[]): Group {
  const may = useMay()
  const go = useGo()
  const { running, start, switchTo, switchAndOpen, stop, openOrStart } = useTimer()
  const mayStart = may('POST /track')
  const { data } = useFresh(mayStart ? 'GET /datatrack' : null)
  const begun = (data?.sugestoes ?? []).map((one, index): Entry => {
    const like = data && likeOf(data, one)
    return {
      id: `iniciar ${index}`,
      label: `Iniciar: ${one.DESCRICAO}`,
      note: data ? noteOf({ ...namesOf(data, one), CATEGORY: null, TAG: null }) : '',
      icon: Play,
      keys: [],
      run: () => like && (running ? switchTo(like) : start(like)),
      open: () => like && switchAndOpen(like),
    }
  })
  // Only a search that says so starts other work, so that a mistyped page never starts a timer.
  const typed = BEGIN.exec(search)?.[1]?.trim() ?? ''
  const isKnown = begun.some(({ label }) => fold(label) === fold(`Iniciar: ${typed}`))
  const guess = data && typed && !isKnown ? guessOf(data, typed) : undefined
  const fresh = guess && {
    id: 'iniciar texto',
    label: `Iniciar: ${typed}`,
    note: noteOf(guess.names),
    icon: Play,
    keys: [],
    run: () => (running ? switchTo(guess.like) : start(guess.like)),
    open: () => switchAndOpen(guess.like),
  }
  const isFound = ({ label, note }: Entry) => hasAll(fold(`${label} ${note}`), words)
  const own: Entry[] = [
    ...(running ? [{ label: 'Parar tempo', note: running.descricao ?? '', icon: Square, keys: ['P'], run: stop }] : []),
    ...(mayStart ? [{ label: 'Novo Tempo', note: '', icon: Plus, keys: [], run: openOrStart }] : []),
    ...(may('POST /track/finished') ? [{ label: 'Lançar tempo', note: '', icon: History, keys: [], run: () => go('/track?lancar=1') }] : []),
  ]
  return { title: 'Tempo', entries: [...own.filter(isFound), ...begun.filter(isFound).slice(0, SUGGESTED), ...(fresh ? [fresh] : [])] }
}

function resultsOf(count: number, { failed, loading }: { failed: boolean; loading: boolean }) {
  if (loading) return ''
  if (count === 0 && failed) return 'Registros não carregados'
  return count === 1 ? '1 resultado' : `${numberBr(count)} resultados`
}

/**
 * Text with the first match highlighted. The offsets come from the folded text; they fit only because folding keeps the length of composed (NFC)
 * text.
 */
function Match({ text, words }: { text: string; words: string[] }) {
  const whole = text.normalize('NFC')
  const folded = fold(whole)
  const [first] = words.map((word) => ({ at: folded.indexOf(word), word })).filter(({ at }) => at >= 0)
  if (!first) return text
  const end = first.at + first.word.length
  return (
    <>
      {whole.slice(0, first.at)}
      <mark>{whole.slice(first.at, end)}</mark>
      {whole.slice(end)}
    </>
  )
}
