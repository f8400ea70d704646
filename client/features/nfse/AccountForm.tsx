// Corrects the customer (tomador) and missing data of an account: before it is issued, or in a note that replaces the issued one.
import { Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { asLine, messages as cancellation, REPLACE_REASONS, wrongExplanation } from '../../../shared/features/cancellation.ts'
import { messages, type Account, type WholeAccount } from '../../../shared/features/nfse.ts'
import { messages as common } from '../../../shared/messages.ts'
import { optionalText, requiredText } from '../../../shared/text.ts'
import { cepBr, documentBr, phoneBr } from '../../../shared/format-br.ts'
import { Failure } from '../../api/failure.ts'
import type { Send } from '../../api/request.ts'
import { useCall } from '../../api/useCall.ts'
import { Picker } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import type { Editing } from '../../ui/form/useEditing.ts'
import { optionsOf } from '../options.ts'

export const blank = {
  razaoSocial: '',
  documento: '',
  inscricaoMunicipal: '',
  logradouro: '',
  numero: '',
  complemento: '',
  bairro: '',
  municipio: '',
  cep: '',
  telefone: '',
  emails: '',
  nbs: '',
  discriminacao: '',
  idCliente: null as number | null,
  versao: undefined as number | undefined,
  /** Only for a substitution. */
  motivo: null as number | null,
  texto: '',
}
export type Values = typeof blank

/** Form values of an account. */
export const valuesOf = (of: WholeAccount): Values => ({
  razaoSocial: of.RAZAO_SOCIAL_TOMADOR ?? '',
  documento: documentBr(of.CNPJ_TOMADOR ?? ''),
  inscricaoMunicipal: of.INSCRICAO_MUNICIPAL_TOMADOR ?? '',
  logradouro: of.LOGRADOURO_TOMADOR ?? '',
  numero: of.NUMERO_TOMADOR ?? '',
  complemento: of.COMPLEMENTO_TOMADOR ?? '',
  bairro: of.BAIRRO_TOMADOR ?? '',
  municipio: [of.CIDADE_TOMADOR, of.UF_TOMADOR].filter(Boolean).join(' - '),
  cep: cepBr(of.CEP_TOMADOR ?? ''),
  telefone: phoneBr(of.TELEFONE_TOMADOR ?? ''),
  emails: of.emailsList.filter(Boolean).join(' '),
  nbs: of.NBS ?? '',
  discriminacao: of.DISCRIMINACAO ?? '',
  idCliente: of.CLIENTE?.id ?? null,
  versao: of.versao,
  motivo: null,
  texto: '',
})

/** The names that IMPEDIMENTO_NFSE, IMPEDIMENTO_BOLETO and the API's refusals use for the form's fields, in the order of the form. */
const NAMES = [
  ['razaoSocial', 'Razão Social'],
  ['documento', 'CNPJ / CPF'],
  ['logradouro', 'Logradouro'],
  ['numero', 'Número'],
  ['complemento', 'Complemento'],
  ['bairro', 'Bairro'],
  ['municipio', /Município|código de município|Cidade/],
  ['cep', 'CEP'],
  ['nbs', 'NBS'],
  ['discriminacao', 'Discriminação'],
] as const satisfies [keyof Values, string | RegExp][]

/**
 * The reasons why an account cannot be issued, by the field that each reason names. Reasons that name the issuer are left out: its data is not
 * corrected here.
 */
export function lackingOf({
  IMPEDIMENTO_NFSE,
  IMPEDIMENTO_BOLETO,
}: Pick<Account, 'IMPEDIMENTO_NFSE' | 'IMPEDIMENTO_BOLETO'>): Record<string, string> {
  const reasons = [IMPEDIMENTO_NFSE, IMPEDIMENTO_BOLETO].flatMap((one) => one?.split(/(?<=\.) /) ?? []).filter((one) => !/emitente/i.test(one))
  return Object.fromEntries(
    NAMES.flatMap(([field, name]) => {
      const reason = reasons.find((one) => one.search(name) !== -1)
      return reason === undefined ? [] : [[field, reason]]
    }),
  )
}

/** Throws a refusal of the API, which names the field only in its sentence, with the field to mark. */
function markedByName(error: unknown): never {
  if (!(error instanceof Failure) || error.status !== 400) throw error
  const { status, message, fields, requestId } = error
  throw new Failure(status, message, { fields: { ...lackingOf({ IMPEDIMENTO_NFSE: message, IMPEDIMENTO_BOLETO: null }), ...fields }, requestId })
}

/** Splits a field into e-mail addresses. */
export const addressesIn = (typed: string) => typed.split(/[;,\s]+/).filter(Boolean)

/** Puts a hint below its input, so that the input stays level with the one beside it. */
const hintBelow: Pick<TextInputProps, 'inputWrapperOrder'> = { inputWrapperOrder: ['label', 'input', 'description', 'error'] }

/** The reasons of a substitution, as options of a field. */
const REASONS = Object.keys(REPLACE_REASONS).toSorted() as (keyof typeof REPLACE_REASONS)[]
const reasons = REASONS.map((code, value) => ({ value, label: REPLACE_REASONS[code] }))

interface Props {
  editing: Editing<Values>
  /** True if the issued note is replaced by another one with this data. */
  isSubstitution?: boolean
  /** Reasons why the stored account cannot be issued, by field. */
  lacking: ReturnType<typeof lackingOf>
  saved: () => unknown
}

export default function AccountForm({ editing, isSubstitution = false, lacking, saved }: Props) {
  const [first = isSubstitution ? 'motivo' : 'razaoSocial'] = Object.keys(lacking)
  const clients = useCall(editing.opened !== null && !isSubstitution ? 'GET /nfse/clients' : null)
  const save = async ({ emails, motivo, texto, idCliente, ...rest }: Values, id: number | null, send: Send) => {
    const path = { id: id ?? 0 }
    const body = { ...rest, emails: addressesIn(emails) }
    await (
      isSubstitution
        ? send('POST /nfse/{id}/substitute', { path, body: { ...body, motivo: REASONS[motivo ?? -1] ?? '99', texto: asLine(texto) } })
        : send('PUT /nfse/{id}', { path, body: { ...body, ...(idCliente !== null && { idCliente }) } })
    ).catch(markedByName)
    await saved()
    return isSubstitution ? cancellation.replacing : messages.corrected
  }
  const title = { title: isSubstitution ? 'Substituir NFS-e' : 'Corrigir conta', failed: common.database }
  return (
    <FormModal
      editing={editing}
      create={title}
      change={title}
      rules={{
        razaoSocial: requiredText({ name: 'Razão Social', max: 300, empty: 'Razão Social precisa ser preenchida.' }),
        discriminacao: optionalText({ name: 'Discriminação', max: 2000 }),
        ...(isSubstitution && { motivo: (typed: number | null) => (typed === null ? cancellation.noReason : null), texto: wrongExplanation }),
      }}
      save={save}
      marks={lacking}
    >
      {(form) => {
        const of = (field: keyof Values) => ({ ...form.getInputProps(field), 'data-autofocus': field === first || undefined })
        return (
          <>
            {isSubstitution && (
              <>
                <Picker label="Motivo" required options={reasons} {...of('motivo')} />
                <Textarea label="Descrição do motivo" required autosize minRows={2} maxRows={4} {...of('texto')} />
              </>
            )}
            <TextInput label="Razão Social" required {...of('razaoSocial')} />
            {/* The API of another system may have no such list. */}
            {!isSubstitution && !clients.error && (
              <Picker
                label="Cliente"
                description="Quem é no cadastro de clientes. Vale para todas as contas deste CNPJ / CPF."
                {...hintBelow}
                options={optionsOf.clients(clients.data)}
                {...of('idCliente')}
              />
            )}
            <TextInput className="form-half" label="CNPJ / CPF" {...of('documento')} />
            <TextInput className="form-half" label="Inscrição municipal" {...of('inscricaoMunicipal')} />
            <TextInput className="form-wide" label="Logradouro" {...of('logradouro')} />
            <TextInput className="form-narrow" label="Número" placeholder="S/N" {...of('numero')} />
            <TextInput className="form-half" label="Complemento" {...of('complemento')} />
            <TextInput className="form-half" label="Bairro" {...of('bairro')} />
            <TextInput
              className="form-wide"
              label="Município"
              placeholder="Sorriso - MT"
              description="Nome e UF, ou o código do IBGE."
              {...hintBelow}
              {...of('municipio')}
            />
            <TextInput className="form-narrow" label="CEP" {...of('cep')} />
            <TextInput className="form-half" label="Telefone" {...of('telefone')} />
            <TextInput className="form-half" label="NBS" {...of('nbs')} />
            <TextInput label="E-mails" description="Separados por espaço." {...hintBelow} {...of('emails')} />
            <Textarea label="Discriminação" autosize minRows={2} maxRows={8} {...of('discriminacao')} />
          </>
        )
      }}
    </FormModal>
  )
}
