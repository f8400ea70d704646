// Corrects the customer (tomador) and missing data of an account that is not issued yet.
import { Textarea, TextInput } from '@mantine/core'
import { messages, type WholeAccount } from '../../../shared/features/nfse.ts'
import { messages as common } from '../../../shared/messages.ts'
import { within, written } from '../../../shared/text.ts'
import { cepBr, documentBr, phoneBr } from '../../../shared/written.ts'
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

/** Splits a field into e-mail addresses. */
export const addressesIn = (typed: string) => typed.split(/[;,\s]+/).filter(Boolean)

export default function AccountForm({ editing, saved }: { editing: Editing<Values>; saved: () => unknown }) {
  const save = async ({ emails, ...body }: Values, id: number | null, send: Send) => {
    await send('PUT /nfse/{id}', { path: { id: id ?? 0 }, body: { ...body, emails: addressesIn(emails) } })
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
        razaoSocial: written({ name: 'Razão Social', max: 300, empty: 'Razão Social precisa ser preenchida.' }),
        discriminacao: within({ name: 'Discriminação', max: 2000 }),
      }}
      save={save}
    >
      {(form) => (
        <>
          <TextInput data-autofocus label="Razão Social" required {...form.getInputProps('razaoSocial')} />
          <TextInput className="form-half" label="CNPJ / CPF" {...form.getInputProps('documento')} />
          <TextInput className="form-half" label="Inscrição municipal" {...form.getInputProps('inscricaoMunicipal')} />
          <TextInput className="form-wide" label="Logradouro" {...form.getInputProps('logradouro')} />
          <TextInput className="form-narrow" label="Número" placeholder="S/N" {...form.getInputProps('numero')} />
          <TextInput className="form-half" label="Complemento" {...form.getInputProps('complemento')} />
          <TextInput className="form-half" label="Bairro" {...form.getInputProps('bairro')} />
          <TextInput className="form-wide" label="Município" placeholder="Sorriso - MT" {...form.getInputProps('municipio')} />
          <TextInput className="form-narrow" label="CEP" {...form.getInputProps('cep')} />
          <TextInput className="form-half" label="Telefone" {...form.getInputProps('telefone')} />
          <TextInput className="form-half" label="NBS" {...form.getInputProps('nbs')} />
          <TextInput label="E-mails" description="Separados por espaço." {...form.getInputProps('emails')} />
          <Textarea label="Discriminação" autosize minRows={2} maxRows={8} {...form.getInputProps('discriminacao')} />
        </>
      )}
    </FormModal>
  )
}
