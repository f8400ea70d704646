// Corrects the customer (tomador) and missing data of an account that is not issued yet.
import { Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { messages, type Account, type WholeAccount } from '../../../shared/features/nfse.ts'
import { messages as common } from '../../../shared/messages.ts'
import { optionalText, requiredText } from '../../../shared/text.ts'
import { cepBr, documentBr, phoneBr } from '../../../shared/format-br.ts'
import { Failure } from '../../api/failure.ts'
import type { Send } from '../../api/request.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import type { Editing } from '../../ui/form/useEditing.ts'

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
  versao: undefined as number | undefined,
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
  versao: of.versao,
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

interface Props {
  editing: Editing<Values>
  /** Reasons why the stored account cannot be issued, by field. */
  lacking: ReturnType<typeof lackingOf>
  saved: () => unknown
}

export default function AccountForm({ editing, lacking, saved }: Props) {
  const [first = 'razaoSocial'] = Object.keys(lacking)
  const save = async ({ emails, ...body }: Values, id: number | null, send: Send) => {
    await send('PUT /nfse/{id}', { path: { id: id ?? 0 }, body: { ...body, emails: addressesIn(emails) } }).catch(markedByName)
    await saved()
    return messages.corrected
  }
  const title = { title: 'Corrigir conta', failed: common.database }
  return (
    <FormModal
      editing={editing}
      create={title}
      change={title}
      rules={{
        razaoSocial: requiredText({ name: 'Razão Social', max: 300, empty: 'Razão Social precisa ser preenchida.' }),
        discriminacao: optionalText({ name: 'Discriminação', max: 2000 }),
      }}
      save={save}
      marks={lacking}
    >
      {(form) => {
        const of = (field: keyof Values) => ({ ...form.getInputProps(field), 'data-autofocus': field === first || undefined })
        return (
          <>
            <TextInput label="Razão Social" required {...of('razaoSocial')} />
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
