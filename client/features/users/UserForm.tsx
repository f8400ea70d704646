import { TextInput } from '@mantine/core'
import { isEmail, isNotEmpty, type UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { messages as common } from '../../../shared/messages.ts'
import { EMAIL, messages, NAME, offers, PASSWORD, type MenuNode } from '../../../shared/features/users.ts'
import { lengthOf, requiredText } from '../../../shared/text.ts'
import type { Reply } from '../../api/address.ts'
import { read, type Send } from '../../api/request.ts'
import { useCall } from '../../api/useCall.ts'
import { useMe } from '../../boot.ts'
import { CheckTree, leavesOf, type Branch } from '../../ui/form/CheckTree.tsx'
import { FlagSwitch, NumberField, Picker, StatusSwitch } from '../../ui/form/fields.tsx'
import { Closed } from '../../ui/form/Form.tsx'
import type { Part } from '../../ui/form/formProps.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { Secret } from '../../ui/form/Secret.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import type { Editing } from '../../ui/form/useEditing.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { optionsOf } from '../options.ts'
import type { Values } from './editing.ts'
import { NO_VALUE } from '../../ui/noValue.ts'

type Form = UseFormReturnType<Values>
type Offers = ReturnType<typeof offers>

const parts: Part<Values>[] = [
  { tab: 'geral', label: 'Geral' },
  { tab: 'acessos', label: 'Acessos', holds: ['menus'] },
]

/** `saved` reloads the list. `own` holds the menus of the signed-in person. */
export default function UserForm({ editing, saved, own }: { editing: Editing<Values>; saved: () => unknown; own: number[] }) {
  const me = useMe()
  const data = useCall(editing.opened && 'GET /users/data')
  const offered = (stored: Values['stored']) => offers(me, own, stored)

  const save = async (values: Values, id: number | null, send: Send) => {
    const { nomeCompleto, email, status, departamento, supervisor, menus } = values
    const { password, passwordConfirma, stored } = values
    const comissao = Number(values.comissao)
    const body = { nomeCompleto, email, status, ...(password && { password, passwordConfirma }) }
    if (id === null) {
      const created = { ...body, password, passwordConfirma, departamento: departamento ?? 0, supervisor, menus }
      await send('POST /users', { body: { ...created, ...(offered(null).comissao && { comissao }) } })
    } else {
      // Fields that only some people may set are sent only if they differ: leaving such a field unchanged needs no permission.
      const changed = {
        ...(departamento !== null && departamento !== stored?.departamento && { departamento }),
        ...(supervisor !== stored?.SUPERVISOR && { supervisor }),
        ...(!sameMenus(menus, stored?.menus) && { menus }),
        ...(offered(stored).comissao && comissao !== (stored?.comissao ?? 0) && { comissao }),
      }
      await send('PUT /users', { body: { idUser: id, versao: stored?.versao, ...body, ...changed } })
    }
    await saved()
    return id === null ? messages.created : messages.changed
  }

  return (
    <FormModal<Values>
      editing={editing}
      parts={parts}
      lists={data}
      create={{ title: 'Novo Usuário', failed: common.database }}
      change={{ title: 'Editar Usuário', failed: common.database }}
      final={({ stored }) => (offered(stored).open || offered(stored).comissao ? undefined : messages.closed)}
      rules={{
        nomeCompleto: requiredText(NAME),
        email: (email) => requiredText(EMAIL)(email) ?? isEmail(messages.emailInvalid)(email.trim()),
        departamento: isNotEmpty(messages.departamento),
        password: (password, { stored }) => wrongPassword(password, stored !== null),
        passwordConfirma: (confirmed, { password }) => (password && confirmed !== password ? messages.passwordConfirma : null),
        comissao: (comissao, { stored }) => (offered(stored).comissao ? wrongPercent(comissao) : null),
        menus: isNotEmpty(messages.menus),
      }}
      status="status"
      save={save}
    >
      {(form) => {
        const part = { form, data: data.data, offered: offered(form.values.stored) }
        return editing.tab === 'acessos' ? <Accesses {...part} /> : <General {...part} />
      }}
    </FormModal>
  )
}

const sameMenus = (a: number[], b: number[] = []) => a.length === b.length && a.every((id) => b.includes(id))

function wrongPassword(password: string, optional: boolean) {
  if (!password) return optional ? null : messages.password
  const length = lengthOf(password)
  return length < PASSWORD.min ? messages.passwordShort : length > PASSWORD.max ? messages.passwordLong : null
}

function wrongPercent(typed: number | string) {
  const percent = typed === '' ? NaN : Number(typed)
  if (Number.isNaN(percent)) return messages.comissao
  return percent < 0 ? messages.comissaoNegative : percent > 100 ? messages.comissaoMax : null
}

interface PartProps {
  form: Form
  /** The options of the fields. */
  data: Reply<'GET /users/data'> | undefined
  offered: Offers
}

function General({ form, data, offered }: PartProps) {
  const { stored } = form.values
  const known = optionsOf.departments(data?.departamentos)
  const { departamento: value, DESCRICAOSETOR: label } = stored ?? {}
  // An inactive department stays an option until another is chosen.
  const inactive = value && !known?.some((one) => one.value === value) ? [{ value, label: label ?? String(value) }] : []
  const departments = known && [...known, ...inactive]
  const choices = departments?.filter(({ value }) => offered.departamento(value) || value === stored?.departamento)
  const fixed = choices?.every(({ value }) => value === stored?.departamento) ?? false
  const hint = !offered.open ? undefined : fixed ? messages.departmentClosed : offered.supervisor ? undefined : messages.departmentLimited
  return (
    <>
      {!offered.open && offered.comissao && <Closed>{messages.closedButCommission}</Closed>}
      <TextInput data-autofocus label="Nome completo" required disabled={!offered.open} {...form.getInputProps('nomeCompleto')} />
      <TextInput
        className="form-half"
        label="E-mail"
        type="email"
        autoComplete="off"
        required
        disabled={!offered.open}
        {...form.getInputProps('email')}
      />
      <Picker
        className="form-half"
        label="Departamento"
        placeholder="Escolha o departamento"
        required
        options={choices}
        disabled={!offered.open || fixed}
        description={hint}
        {...form.getInputProps('departamento')}
      />
      {offered.password && (
        <>
          <Secret
            className="form-half"
            hint="Em branco, fica a de hoje"
            label="Senha"
            required={stored === null}
            {...form.getInputProps('password')}
          />
          <Secret
            className="form-half"
            hint="Em branco, fica a de hoje"
            label="Confirmar senha"
            required={stored === null}
            {...form.getInputProps('passwordConfirma')}
          />
        </>
      )}
      {offered.comissao && <NumberField className="form-narrow" label="Comissão (%)" {...form.getInputProps('comissao')} />}
      {offered.supervisor && <FlagSwitch label="Supervisor" {...form.getInputProps('supervisor')} />}
      <StatusSwitch disabled={!offered.open} {...form.getInputProps('status')} />
    </>
  )
}

const branchOf = ({ ID: id, DESCRICAO: label, dados }: MenuNode): Branch => ({ id, label: label ?? NO_VALUE, under: dados.map(branchOf) })

function Accesses({ form, data, offered }: PartProps) {
  const [from, setFrom] = useState<number | null>(null)
  const { fetched } = useFetching()
  const { stored, menus } = form.values
  const tree = data?.menus.map(branchOf) ?? []
  const leaves = tree.flatMap(leavesOf)
  const people = optionsOf.people(data?.users.filter(({ ID }) => ID !== stored?.ID))

  const copy = async (id: number | null) => {
    setFrom(id)
    if (id === null) return
    const [model] = (await fetched(() => read('GET /users/{id}', { path: { id } }))) ?? []
    if (!model) return
    form.setFieldValue(
      'menus',
      leaves.filter((leaf) => (offered.menu(leaf) ? model.menus : menus).includes(leaf)),
    )
    notify.info(messages.copied(model.NOMECOMPLETOUSUARIO))
  }
  return (
    <>
      {stored && <p className="form-whose">{stored.NOMECOMPLETOUSUARIO}</p>}
      <CheckTree
        label="acessos"
        tree={tree}
        may={offered.menu}
        note={offered.open && !offered.supervisor ? messages.menusLimited : undefined}
        {...form.getInputProps('menus')}
      >
        {offered.open && (
          <Picker className="form-half" label="Copiar acessos de…" placeholder="Escolha uma pessoa" options={people} value={from} onChange={copy} />
        )}
      </CheckTree>
    </>
  )
}
