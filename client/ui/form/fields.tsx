// Fields that more than one form has. Each takes what form.getInputProps gives.
import {
  Input,
  MultiSelect,
  Select,
  Switch,
  TextInput,
  type ComboboxLikeProps,
  type MultiSelectProps,
  type SelectProps,
  type TextInputProps,
} from '@mantine/core'
import { ChevronsUpDown } from 'lucide-react'
import { createContext, use, useId, useRef, useState, type FocusEvent, type FormEvent, type KeyboardEvent, type ReactNode } from 'react'
import { byBeginnings, fold, hasAll, wordsOf } from '../grid/fold.ts'
import { flagWord, statusWord } from '../grid/Status.tsx'
import { numberOf } from './typed.ts'
import { useTyped } from './useTyped.ts'
import { whole } from './whole.ts'

type NumberProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value?: number | string
  onChange?: (value: number | string) => void
  /** Decimals that it is written with, at least. */
  decimals?: number
}

/** A number of two decimals at most, as it is written here. It is a text until it is left; what is none stays as it was typed for the form's rule to refuse. '' is none. */
export function NumberField({ value = '', onChange, onBlur, decimals = 0, ...props }: NumberProps) {
  const stored = String(value)
  const isNumber = stored !== '' && Number.isFinite(Number(stored))
  const shown = isNumber ? Number(stored).toLocaleString('pt-BR', { minimumFractionDigits: decimals, maximumFractionDigits: 2 }) : stored
  // '1.' is on its way to be a number.
  const given = (meant: string) => onChange?.(meant !== '' && String(Number(meant)) === meant ? Number(meant) : meant)
  const { input } = useTyped(stored, shown, numberOf, given, onBlur)
  return <TextInput inputMode="decimal" autoComplete="off" data-number {...whole} {...props} {...input} />
}

/** Reais. */
export const MoneyField = (props: NumberProps) => <NumberField decimals={2} leftSection="R$" leftSectionPointerEvents="none" {...props} />
/** Percent. */
export const PercentField = (props: NumberProps) => <NumberField rightSection="%" rightSectionPointerEvents="none" {...props} />

/** What a record of a register is called: the shared rule of 50 characters. */
export const DescriptionInput = (props: TextInputProps) => <TextInput className="form-wide" label="Descrição" required {...props} />

/** A switch under a label, as wide as a narrow field. `word`: what it says of itself. */
function SwitchField({
  className = 'form-narrow',
  label,
  word,
  checked,
  disabled = false,
  set,
  ...field
}: {
  className?: string
  label: string
  word: ReactNode
  checked: boolean
  disabled?: boolean
  set: (on: boolean) => void
  'data-path'?: string | undefined
}) {
  const id = useId()
  return (
    <div className={className} role="group" aria-labelledby={id} {...field}>
      <Input.Label id={id} component="div">
        {label}
      </Input.Label>
      <div className="form-switch">
        <Switch
          size="md"
          withThumbIndicator={false}
          // Its word is its state.
          aria-labelledby={id}
          label={word}
          checked={checked}
          disabled={disabled}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      </div>
    </div>
  )
}

interface SwitchProps<T> {
  value?: T
  disabled?: boolean
  onChange?: (value: T) => void
  /** The form's name of it. */
  'data-path'?: string
}

/** The two-value status: on is A, off is I. */
/** `label`: another word, where a status is something else. */
export const StatusSwitch = ({
  label = 'Status',
  value = 'A',
  disabled = false,
  onChange,
  'data-path': path,
}: SwitchProps<'A' | 'I'> & { label?: string }) => (
  <SwitchField
    label={label}
    word={statusWord[value]}
    checked={value === 'A'}
    disabled={disabled}
    set={(on) => onChange?.(on ? 'A' : 'I')}
    data-path={path}
  />
)

/** A yes or no of the wire: on is S, off is N. Four stand in a row. */
export const FlagSwitch = ({ label, value = 'N', onChange, 'data-path': path }: SwitchProps<'S' | 'N'> & { label: string }) => (
  <SwitchField
    className="form-quarter"
    label={label}
    word={flagWord[value]}
    checked={value === 'S'}
    set={(on) => onChange?.(on ? 'S' : 'N')}
    data-path={path}
  />
)

const SHOWN = 50

interface Option {
  value: number
  label: string
  /** What else is known of it, below its name. */
  note?: string | undefined
  /** It cannot be had just now. */
  taken?: boolean
  /** What it stands under while nothing is searched: those of a group first, then the others. */
  under?: string
}
/** What can be chosen; undefined: it is on its way. */
export type Options = Option[] | undefined

/** What is said while a button is pressed would move it away from under its click. */
export function afterPress(say: () => void) {
  if (document.querySelector(':active')) addEventListener('pointerup', () => setTimeout(say), { once: true })
  else say()
}

/** Whether what a form chooses from could not be loaded, which the form says with the way to ask again. */
export const ListsFailed = createContext(false)

/** How both pickers list: by words without accents, what has words that begin so first, 50 at a time. */
function useListing(options: Options) {
  /** A key said what is meant; the first option is marked without. */
  const meant = useRef(false)
  /** By hand: what is chosen has no name either while the list is on its way. */
  const emptied = useRef(false)
  const failed = use(ListsFailed)
  const known = new Map(options?.map((option) => [option.value, option]))
  /** What was typed when the field was left, and chose nothing. */
  const [missed, setMissed] = useState('')
  const error = missed && `Nada foi escolhido para “${missed}”.`
  const leave = ({ currentTarget: input }: FocusEvent<HTMLInputElement>, chosen?: string) => {
    const text = input.value.trim()
    if (meant.current && text && input.value !== chosen) {
      // The form does not send it as if nothing had been meant (Form.tsx).
      input.dataset['missed'] = ''
      afterPress(() => setMissed(text))
    }
    meant.current = false
    emptied.current = false
  }
  const props = {
    searchable: true,
    // In line with the field beside it.
    inputWrapperOrder: ['label', 'input', 'description', 'error'],
    // A form that begins with a picker would begin covered by its list: a click, a letter or an arrow opens it.
    openOnFocus: false,
    // What was typed and Enter: the first that is found.
    selectFirstOptionOnChange: true,
    // Else the letter that opens the list unmarks it a moment later: one letter and Enter took nothing.
    selectFirstOptionOnDropdownOpen: true,
    ...whole,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      const { key, currentTarget: input } = event
      const open = input.ariaExpanded === 'true'
      // An Enter before anything is marked sends no form.
      if (key === 'Enter' && open) event.preventDefault()
      // Tab takes what Enter would; the first, which is marked a moment after it is drawn.
      const list = key === 'Tab' && open && meant.current && document.getElementById(input.getAttribute('aria-controls') ?? '')
      const option = list && (list.querySelector<HTMLElement>('[data-combobox-selected]') ?? list.querySelector<HTMLElement>('[role=option]'))
      if (option) option.click()
      meant.current = key.startsWith('Arrow') || (meant.current && key !== 'Escape')
    },
    onInput: ({ currentTarget: input }: FormEvent<HTMLInputElement>) => {
      // An emptied one means none.
      meant.current = input.value !== ''
      emptied.current = input.value === ''
      setMissed('')
      delete input.dataset['missed']
    },
    onOptionSubmit: () => {
      meant.current = false
      emptied.current = false
      setMissed('')
    },
    data: options ?? [],
    loading: !options,
    limit: SHOWN,
    withScrollArea: false,
    comboboxProps: { withinPortal: false, floatingStrategy: 'fixed' },
    nothingFoundMessage: options ? 'Nada encontrado.' : failed ? 'A lista não chegou.' : 'Carregando…',
    renderOption: ({ option: { value, label } }) => (
      <span className="form-option" data-taken={known.get(value)?.taken || undefined}>
        {label}
        {known.get(value)?.note && <small> {known.get(value)?.note}</small>}
      </span>
    ),
    filter: ({ options, search, limit }) => {
      const words = wordsOf(search)
      const found = options.flatMap((option) => ('items' in option ? [] : [{ option, text: fold(option.label) }]))
      const listed = found
        .filter(({ option, text }) => hasAll(`${text} ${fold(known.get(option.value)?.note ?? '')}`, words))
        .sort(byBeginnings(words))
        .slice(0, limit)
        .map(({ option }) => option)
      const group = listed[0] && known.get(listed[0].value)?.under
      if (!group || words.length > 0) return listed
      const isInGroup = ({ value }: { value: number }) => known.get(value)?.under === group
      return [
        { group, items: listed.filter(isInGroup) },
        { group: 'Outros', items: listed.filter((option) => !isInGroup(option)) },
      ]
    },
  } satisfies ComboboxLikeProps<number> & Partial<SelectProps<number>>
  return { props, error, leave, known, emptied }
}

/** One of many. */
export function Picker({ options, ...given }: SelectProps<number> & { options: Options }) {
  const { props, error, leave, known, emptied } = useListing(options)
  const chosen = known.get(given.value ?? NaN)
  return (
    <Select<number>
      {...props}
      description={chosen?.taken && <span className="form-taken">{chosen.note}</span>}
      // What is chosen again stays; an emptied field is none.
      allowDeselect={false}
      rightSection={<ChevronsUpDown aria-hidden />}
      {...given}
      error={error || given.error}
      onKeyDown={(event) => {
        const { key, currentTarget: input } = event
        // Just chosen, or named by a list that came after the focus: behind it a letter would find nothing, so it takes its place.
        if (key.length === 1 && input.value === chosen?.label && input.selectionStart === input.value.length) input.select()
        props.onKeyDown(event)
      }}
      onBlur={(event) => {
        if (emptied.current) given.onChange?.(null, { value: NaN, label: '' })
        leave(event, chosen?.label)
        given.onBlur?.(event)
      }}
    />
  )
}

/** Some of many. */
export function MultiPicker({ options, ...given }: MultiSelectProps<number> & { options: Options }) {
  const { props, error, leave } = useListing(options)
  return (
    <MultiSelect<number>
      {...props}
      hidePickedOptions
      rightSection={<ChevronsUpDown aria-hidden />}
      {...given}
      // Else their numbers are shown until their names are known.
      value={(options && given.value) ?? []}
      error={error || given.error}
      onBlur={(event) => {
        leave(event)
        given.onBlur?.(event)
      }}
    />
  )
}
