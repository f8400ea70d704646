// Dialog 'Condições dos boletos': interest, fine, discount and deadlines of each company.
import { Button } from '@mantine/core'
import { Pencil } from 'lucide-react'
import { AMOUNTS, INTEREST, messages, PROTESTS, type CompanyTerms } from '../../../shared/features/bank-files.ts'
import { messages as common } from '../../../shared/messages.ts'
import { NOT_POSITIVE } from '../../../shared/money.ts'
import { read, type Send } from '../../api/request.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { wrongAmount } from '../../ui/form/amount.ts'
import { MoneyField, NumberField, PercentField, Picker } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useOpened } from '../../ui/form/useEditing.ts'
import { Window } from '../../ui/Window.tsx'
import css from './bank-files.module.css'
import table from './rows.module.css'

const listed = (labels: string[]) => labels.map((label, value) => ({ value, label }))
const INTERESTS = listed(['Sem juros', 'Reais por dia', 'Percentual ao mês'])
const VALUES = listed(['Nenhum', 'Em reais', 'Em percentual'])
const PROTEST = listed(['Não protestar', 'Dias corridos', 'Dias úteis'])

const blank = {
  empresa: '',
  banco: '',
  juros: 0 as number | null,
  jurosValor: '' as number | string,
  multa: 0 as number | null,
  multaValor: '' as number | string,
  desconto: 0 as number | null,
  descontoValor: '' as number | string,
  descontoDias: '' as number | string,
  baixaDias: '' as number | string,
  protesto: 0 as number | null,
  protestoDias: '' as number | string,
  versao: undefined as number | undefined,
}
type Values = typeof blank
const valuesOf = (of: CompanyTerms): Values => ({
  empresa: of.empresa ?? '',
  banco: of.banco ?? '',
  juros: INTEREST.indexOf(of.juros),
  jurosValor: of.jurosValor ?? '',
  multa: AMOUNTS.indexOf(of.multa),
  multaValor: of.multaValor ?? '',
  desconto: AMOUNTS.indexOf(of.desconto),
  descontoValor: of.descontoValor ?? '',
  descontoDias: of.descontoDias ?? '',
  baixaDias: of.baixaDias ?? '',
  protesto: PROTESTS.indexOf(of.protesto),
  protestoDias: of.protestoDias ?? '',
  versao: of.versao,
})

const numberOrNone = (typed: number | string) => (typed === '' ? null : Number(typed))
const positive = (typed: number | string, kind: number | null) => (!kind ? null : Number(typed) <= 0 ? NOT_POSITIVE : wrongAmount(Number(typed)))
const required = (typed: number | string, kind: number | null) => (kind && typed === '' ? common.required : null)

export default function TermsWindow({ opened, close }: { opened: boolean; close: () => void }) {
  const { data, error, mutate } = useFresh(opened ? 'GET /nfse/terms' : null)
  const editing = useOpened('condições dos boletos', blank, async (id) => {
    const one = (await read('GET /nfse/terms')).find((company) => company.id === id)
    return one && valuesOf(one)
  })
  const save = async (typed: Values, id: number | null, send: Send) => {
    const { juros, multa, desconto, protesto } = typed
    const valueOf = (kind: number | null, value: number | string) => (kind ? numberOrNone(value) : null)
    const body = {
      versao: typed.versao,
      juros: INTEREST[juros ?? 0] ?? 'none',
      jurosValor: valueOf(juros, typed.jurosValor),
      multa: AMOUNTS[multa ?? 0] ?? 'none',
      multaValor: valueOf(multa, typed.multaValor),
      desconto: AMOUNTS[desconto ?? 0] ?? 'none',
      descontoValor: valueOf(desconto, typed.descontoValor),
      descontoDias: valueOf(desconto, typed.descontoDias),
      baixaDias: numberOrNone(typed.baixaDias),
      protesto: PROTESTS[protesto ?? 0] ?? 'none',
      protestoDias: valueOf(protesto, typed.protestoDias),
    }
    await send('PUT /nfse/terms/{id}', { path: { id: id ?? 0 }, body })
    await mutate()
    return messages.terms
  }
  const title = { title: `Condições · ${editing.opened?.values.empresa ?? ''}`, failed: common.database }
  return (
    <Window title="Condições dos boletos" opened={opened} covered={editing.opened !== null} close={close}>
      <div className={css.files}>
        {data ? (
          <table className={`${table.rows} ${css.terms}`}>
            <thead>
              <tr>
                <th scope="col">Empresa</th>
                <th scope="col">Banco</th>
                <th scope="col">
                  <span className="hidden">Ações</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.map((one) => (
                <tr key={one.id}>
                  <th scope="row">
                    {one.empresa}
                    <small>{one.resumo || 'Sem juros, multa, desconto nem prazos.'}</small>
                  </th>
                  <td>{one.banco ?? 'Não emite boletos'}</td>
                  <td>
                    {one.banco && (
                      <Button
                        variant="default"
                        size="sm"
                        aria-label={`Alterar as condições de ${one.empresa}`}
                        leftSection={<Pencil aria-hidden />}
                        onClick={() => editing.edit(one.id)}
                      >
                        <span className={css.word}>Alterar</span>
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : error ? (
          <Failed title={common.database} error={error} retry={mutate} />
        ) : (
          <Loading />
        )}
        <p>Valem para os boletos emitidos daqui em diante, no papel e na remessa.</p>
      </div>
      <div className="window-foot">
        <Button variant="default" size="md" data-autofocus onClick={close}>
          Fechar
        </Button>
      </div>
      <FormModal
        isSingle
        editing={editing}
        create={title}
        change={title}
        invalid={common.invalidEntry}
        rules={{
          jurosValor: (typed, { juros }) => positive(typed, juros),
          multaValor: (typed, { multa }) => positive(typed, multa),
          descontoValor: (typed, { desconto }) => positive(typed, desconto),
          descontoDias: (typed, { desconto }) => required(typed, desconto),
          protestoDias: (typed, { protesto }) => required(typed, protesto),
        }}
        save={save}
      >
        {(form) => {
          const { juros, multa, desconto, protesto } = form.values
          const Amount = (kind: number | null) => (kind === 2 ? PercentField : MoneyField)
          const [Interest, Fine, Discount] = [Amount(juros), Amount(multa), Amount(desconto)]
          return (
            <>
              <Picker data-autofocus className="form-half" label="Juros" options={INTERESTS} {...form.getInputProps('juros')} />
              {Boolean(juros) && (
                <Interest className="form-half" label="Valor dos juros" decimals={2} required {...form.getInputProps('jurosValor')} />
              )}
              <Picker className="form-half" label="Multa" options={VALUES} {...form.getInputProps('multa')} />
              {Boolean(multa) && <Fine className="form-half" label="Valor da multa" decimals={2} required {...form.getInputProps('multaValor')} />}
              <Picker className="form-half" label="Desconto" options={VALUES} {...form.getInputProps('desconto')} />
              {Boolean(desconto) && (
                <>
                  <Discount className="form-half" label="Valor do desconto" decimals={2} required {...form.getInputProps('descontoValor')} />
                  <NumberField className="form-half" label="Dias antes do vencimento" required {...form.getInputProps('descontoDias')} />
                </>
              )}
              <Picker className="form-half" label="Protesto" options={PROTEST} {...form.getInputProps('protesto')} />
              {Boolean(protesto) && (
                <NumberField className="form-half" label="Dias até o protesto" required {...form.getInputProps('protestoDias')} />
              )}
              <NumberField className="form-half" label="Dias até a baixa" {...form.getInputProps('baixaDias')} />
            </>
          )
        }}
      </FormModal>
    </Window>
  )
}
