import { FileInput, Textarea } from '@mantine/core'
import { Banknote, CreditCard, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { addDays, dayBr, wallDay } from '../../../shared/clock.ts'
import { FARTHEST, messages, OBS, operations, operators, responsibles, SOON, type BatchHeader } from '../../../shared/features/ledger.ts'
import { messages as common } from '../../../shared/messages.ts'
import { NOT_POSITIVE, centsOf, reaisOf, sumReais } from '../../../shared/money.ts'
import { within } from '../../../shared/text.ts'
import { serverNow } from '../../api/clock.ts'
import { Failure, sayFailure } from '../../api/failure.ts'
import type { Send } from '../../api/request.ts'
import { useCall } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import { wrongAmount } from '../../ui/form/amount.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { requiredDay } from '../../ui/form/days.ts'
import { MoneyField, Picker, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { Choice } from '../../ui/form/Segmented.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { NONE } from '../../ui/none.ts'
import { reaisBr } from '../../ui/number.ts'
import { optionsOfWords } from '../options.ts'
import type { useLedgerEditing, Values } from './editing.ts'
import { ACCEPTED, attach, receiptOf, type Receipt } from './receipt.ts'

interface Props {
  editing: ReturnType<typeof useLedgerEditing>
  lote: number
  header: BatchHeader | undefined
  /** Reloads the cards. */
  saved: () => unknown
}

const missing = (value: unknown) => (value === null || value === '' ? common.required : null)

/** Effect of a movement on its balance, in cents. */
const signed = ({ operador, valor, idStatus }: Values) => {
  const cents = centsOf(Number(valor) || 0)
  return idStatus === 'I' || operador === 'F' ? 0 : operador === 'C' ? cents : -cents
}

export default function LedgerForm({ editing, lote, header, saved }: Props) {
  const may = useMay()
  // People without privileges may enter only debits.
  const isPrivileged = may('GET /financial-control')
  const lists = useCall(editing.opened ? 'GET /financial-control-batch-data' : null)
  /** Receipt chosen for the open new movement. `ready` rejects with a Failure. */
  const [receipt, setReceipt] = useState<{ of: number; file: File; ready: Promise<Receipt>; error?: string } | null>(null)
  const turn = editing.opened?.turn
  const chosen = receipt?.of === turn ? receipt : null
  const choose = (file: File | null) => {
    if (turn === undefined || !file) return setReceipt(null)
    const ready = receiptOf(file)
    setReceipt({ of: turn, file, ready })
    ready.catch(({ message }: Failure) => setReceipt((now) => (now?.file === file ? { ...now, error: message } : now)))
  }
  const save = async (
    { versao, comprovante, operador, operacao, responsavel, idCliente, idTipo, ...values }: Values,
    id: number | null,
    send: Send,
  ) => {
    const closes = operador === 'F'
    const body = {
      ...values,
      valor: Number(values.valor),
      idControleFinanceiro: lote,
      operador,
      operacao: closes ? ('' as const) : operacao,
      responsavel: closes ? null : responsavel,
      idCliente: closes || responsavel !== 'C' ? null : idCliente,
      idTipo: closes ? null : idTipo,
    }
    if (id === null) {
      const receipt = await chosen?.ready
      const made = await send('POST /financial-control-batch', { body })
      // The movement is stored by now, so a failed receipt is reported separately.
      if (receipt)
        await attach(made.id, receipt).catch((error: unknown) => {
          if (!(error instanceof Failure)) throw error
          notify.error(messages.notAttached(sayFailure(error, '')))
        })
      else if (comprovante) notify.error(messages.notAttached(messages.receiptGone))
    } else await send('PUT /financial-control-batch', { body: { ...body, id, versao } })
    await saved()
    return id === null ? messages.created : messages.changed
  }
  /** Amount in reais that a closing proposes: the remaining card and cash balances. */
  const left = Math.max(
    0,
    sumReais([header?.saldoCartao, header?.saldoDinheiro], (one) => one),
  )
  const effect = (values: Values, id: number | null, was: Values) => {
    if (!header || values.operador === 'F' || !(Number(values.valor) > 0)) return null
    const isCard = values.operacao === 'C'
    const balance = centsOf((isCard ? header.saldoCartao : header.saldoDinheiro) ?? 0)
    // Take the stored amount of this movement out of the balance, because its new amount is added below.
    const before = balance - (id !== null && was.operacao === values.operacao ? signed(was) : 0)
    const after = before + signed(values)
    if (after === balance) return null
    const Icon = isCard ? CreditCard : Banknote
    return {
      calm: true,
      text: (
        <p className="before-after">
          <span>
            <Icon aria-hidden /> {isCard ? 'Saldo em cartão' : 'Saldo em dinheiro'}
          </span>
          <span>
            {reaisBr(reaisOf(before))} → <strong data-below={after < 0 || undefined}>{reaisBr(reaisOf(after))}</strong>
          </span>
        </p>
      ),
    }
  }
  const what = isPrivileged ? 'lançamento' : 'débito'
  return (
    <FormModal
      editing={editing}
      create={{ title: `Novo ${what}`, failed: common.database }}
      change={{ title: `${editing.opened?.id} - Editar ${what}`, failed: common.database }}
      lists={lists}
      invalid={common.invalidEntry}
      effect={effect}
      warn={async ({ data }) => (data > addDays(wallDay(serverNow()), SOON) ? { text: messages.far(dayBr(data)) } : null)}
      rules={{
        valor: (typed, { operador }) => {
          const reais = typed === '' ? Number.NaN : Number(typed)
          if (reais < 0 && operador !== 'F') return NOT_POSITIVE
          return wrongAmount(reais) ?? (reais === 0 && (operador !== 'F' || left > 0) ? common.zero : null)
        },
        data: (day) => requiredDay(day) ?? (day > addDays(wallDay(serverNow()), FARTHEST) ? messages.tooFar : null),
        idTipo: (id, { operador }) => (operador === 'F' ? null : missing(id)),
        idCliente: (id, { operador, responsavel }) => (operador === 'F' || responsavel !== 'C' ? null : missing(id)),
        obs: within(OBS),
      }}
      save={save}
    >
      {(form) => {
        const closes = form.values.operador === 'F'
        return (
          <>
            {isPrivileged && (
              <Choice
                className="form-wide"
                legend="Operador"
                required
                first
                options={optionsOfWords(operators)}
                value={form.values.operador}
                onChange={(one) => {
                  if (one !== 'C' && one !== 'D' && one !== 'F') return
                  const { operador, valor } = form.values
                  // A typed amount stays. The proposed amount is removed when the operator is no longer a closing.
                  const proposed = one === 'F' && !Number(valor) ? left : operador === 'F' && one !== 'F' && Number(valor) === left ? 0 : valor
                  form.setValues({ operador: one, valor: proposed })
                }}
              />
            )}
            {!closes && (
              <>
                <Choice
                  className="form-narrow"
                  legend="Operação"
                  required
                  first={!isPrivileged}
                  options={optionsOfWords(operations)}
                  value={form.values.operacao}
                  onChange={(one) => (one === 'C' || one === 'D') && form.setFieldValue('operacao', one)}
                />
                <Choice
                  className="form-narrow"
                  legend="Responsável"
                  required
                  options={optionsOfWords(responsibles)}
                  value={form.values.responsavel}
                  onChange={(one) => (one === 'C' || one === 'E') && form.setValues({ responsavel: one, idCliente: null })}
                />
                {form.values.responsavel === 'C' && (
                  <Picker
                    className="form-wide"
                    label="Cliente"
                    required
                    options={lists.data?.clientes.map(({ id, nomeFantasia }) => ({ value: id, label: nomeFantasia ?? NONE }))}
                    {...form.getInputProps('idCliente')}
                  />
                )}
                <Picker
                  className="form-narrow"
                  label="Tipo"
                  required
                  options={lists.data?.tipos.map(({ id, descricao }) => ({ value: id, label: descricao ?? NONE }))}
                  {...form.getInputProps('idTipo')}
                />
              </>
            )}
            <MoneyField className="form-narrow" label="Valor" required {...form.getInputProps('valor')} />
            <DateField className="form-narrow" label="Data" required {...form.getInputProps('data')} />
            {editing.opened?.id == null && (
              <FileInput
                className={form.values.responsavel === 'C' && !closes ? undefined : 'form-wide'}
                label="Comprovante"
                placeholder={form.values.comprovante ? `Escolha de novo: ${form.values.comprovante}` : 'Foto ou PDF de até 3 MB'}
                accept={ACCEPTED}
                clearable
                clearButtonProps={{ 'aria-label': 'Remover comprovante' }}
                leftSection={<Paperclip aria-hidden />}
                value={chosen?.file ?? null}
                error={chosen?.error}
                onChange={(file) => {
                  choose(file)
                  form.setFieldValue('comprovante', file?.name ?? '')
                }}
              />
            )}
            <Textarea label="Observação" autosize minRows={3} maxRows={8} {...form.getInputProps('obs')} />
            {editing.opened?.id != null && <StatusSwitch {...form.getInputProps('idStatus')} />}
          </>
        )
      }}
    </FormModal>
  )
}
