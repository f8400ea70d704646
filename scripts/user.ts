// `npm run user -- add`: creates a supervisor who holds every menu. It asks for the data in the terminal. The password is never an argument, because
// every process could read the arguments.
import { z } from 'zod'
import { openDatabase } from '../server/api/db/connection.ts'
import { addSupervisor } from '../server/api/db/company.ts'
import { passwordProblem } from '../server/api/password-rules.ts'
import { readEnv } from '../server/env.ts'
import { signIn } from '../shared/messages.ts'
import { run, type Command, type Surroundings } from './database-command.ts'
import { questions } from './questions.ts'

async function add(surroundings: Surroundings) {
  const ask = questions(surroundings)
  const name = await ask('Nome completo: ')
  if (!name || name.length > 150) throw new Error('O nome precisa ser preenchido, com no máximo 150 caracteres.')
  const email = (await ask('E-mail: ')).toLowerCase()
  if (!z.email().max(254).safeParse(email).success) throw new Error(signIn.emailInvalid)
  const password = await ask('Senha (não aparece na tela): ', true)
  const problem = passwordProblem(password, email)
  if (problem) throw new Error(problem)
  if ((await ask('Repita a senha: ', true)) !== password) throw new Error('Senhas não conferem')

  const env = readEnv(surroundings.env)
  const database = await openDatabase({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL }, { demo: false, demoPassword: '', now: Date.now() })
  try {
    if (!(await addSupervisor(database.db, { name, email, password }))) throw new Error('Já existe um usuário com esse e-mail.')
  } finally {
    await database.close()
  }
  return `Supervisor ${name} criado. Inicie o sistema com DEMO=false e entre com ${email}.`
}

export const command: Command = async ([word], surroundings) => {
  if (word !== 'add') throw new Error('Use: npm run user -- add')
  return add(surroundings)
}

await run(import.meta, command)
