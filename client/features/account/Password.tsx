import { Button } from '@mantine/core'
import { messages } from '../../../shared/features/account.ts'
import { messages as users, PASSWORD } from '../../../shared/features/users.ts'
import { messages as common, signIn } from '../../../shared/messages.ts'
import { lengthOf } from '../../../shared/text.ts'
import type { Send } from '../../api/request.ts'
import { renew } from '../../api/useCall.ts'
import { useMe } from '../../boot.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { Secret } from '../../ui/form/Secret.tsx'
import { useOpened } from '../../ui/form/useEditing.ts'
import { Part } from '../../ui/Part.tsx'
import css from './account.module.css'

const blank = { senhaAtual: '', password: '', passwordConfirma: '' }
const title = { title: 'Trocar senha', failed: common.database }

export function Password() {
  const me = useMe()
  const editing = useOpened('senha', blank, async () => undefined)
  const save = async (values: typeof blank, _: number | null, send: Send) => {
    await send('PUT /account/password', { body: { id: me.id, ...values } })
    await renew('GET /account/sessions')
    return messages.passwordChanged
  }
  return (
    <Part title="Senha">
      <div className={css.body}>
        <p>Trocar a senha encerra as suas outras sessões e o endereço da sua agenda.</p>
        <Button variant="default" size="sm" onClick={() => editing.create()}>
          Trocar senha
        </Button>
      </div>
      <FormModal
        isSingle
        editing={editing}
        create={title}
        change={title}
        rules={{
          senhaAtual: (text) => (text === '' ? signIn.passwordRequired : null),
          password: (text) => (lengthOf(text) < PASSWORD.min ? users.passwordShort : lengthOf(text) > PASSWORD.max ? users.passwordLong : null),
          passwordConfirma: (text, { password }) => (text === password ? null : users.passwordConfirma),
        }}
        save={save}
      >
        {({ getInputProps }) => (
          <>
            <Secret data-autofocus label="Senha atual" required autoComplete="current-password" {...getInputProps('senhaAtual')} />
            <Secret
              label="Nova senha"
              required
              description={`De ${PASSWORD.min} a ${PASSWORD.max} caracteres, e difícil de adivinhar: uma frase serve.`}
              {...getInputProps('password')}
            />
            <Secret label="Confirmar nova senha" required {...getInputProps('passwordConfirma')} />
          </>
        )}
      </FormModal>
    </Part>
  )
}
