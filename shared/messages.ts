// Messages that two or more features share.
export const messages = {
  required: 'Esse campo precisa ser preenchido.',
  description: 'Descrição precisa ser preenchida.',
  invalidForm: 'Formulário inválido! Verifique os dados.',
  day: 'Data inválida.',
  hour: 'Hora inválida.',
  daysInOrder: 'Data final não pode ser menor que data inicial.',
  instant: 'Data e hora inválidas.',
  number: 'Informe um número válido.',
  option: 'Opção inválida.',
  negative: 'Valor negativo não é permitido.',
  zero: 'Esse campo não pode ficar zerado.',
  invalidEntry: 'Formulário inválido.',
  inactive: 'Registro inativo não pode ser alterado!',
  created: 'Registro criado!',
  changed: 'Registro alterado!',
  undone: 'Desfeito.',
  inactivated: 'Registro inativado com sucesso!',
  reactivated: 'Registro reativado com sucesso!',
  signedOut: 'Autenticação inválida!',
  denied: 'Acesso não permitido',
  noAnswer: 'Falha na comunicação!',
  database: 'Falha ao comunicar com o banco de dados!',
  notOpened: 'A página não abriu. Tente de novo.',
  loading: 'Aguarde carregando...',
  invalidAction: 'Opção de ação inválida!',
  invalidTab: 'Opção de tab inválida!',
  notFound: 'Registro não encontrado.',
  changedElsewhere: 'Este registro foi alterado por outra pessoa.',
  anotherAttempt: 'Outro registro já foi enviado por este formulário. Feche-o e comece de novo.',
  anotherPerson: 'Outra pessoa entrou neste navegador: nada foi enviado. Recarregue a página.',
  tooMany: 'Muitas chamadas em pouco tempo. Aguarde um instante e tente de novo.',
  notYet: 'Esta função ainda não está disponível.',
  unavailable: 'O sistema está indisponível no momento. Tente de novo em instantes.',
} as const

/** Messages of limits that only the server names. */
export const limits = {
  tooManySecrets: 'Muitas senhas erradas. Aguarde 15 minutos e tente de novo.',
  /** `most` is the maximum number of calls per minute. */
  tooOften: (most: number, seconds: number) => `Só ${most === 1 ? 'uma vez' : `${most} vezes`} por minuto. Tente de novo em ${seconds} s.`,
  tooManyMade: 'Você já criou registros demais em uma hora. Aguarde e tente de novo.',
  tooManyMadeInADay: 'Você já criou registros demais em um dia. Aguarde e tente de novo.',
  tooManyChanged: 'Você já fez alterações demais em uma hora. Aguarde e tente de novo.',
  tooManyChangedInADay: 'Você já fez alterações demais em um dia. Aguarde e tente de novo.',
}

/**
 * Messages for signing in. They are here and not in features/auth.ts, because every page loads them first, and that file would also load the parsers
 * of amounts and hours.
 */
export const signIn = {
  emailRequired: 'E-mail precisa ser preenchido.',
  emailInvalid: 'E-mail precisa ser válido!',
  passwordRequired: 'Senha precisa ser preenchida.',
  refused: 'E-mail ou senha incorretos.',
  tooMany: 'Muitas tentativas de entrada. Aguarde 15 minutos e tente de novo.',
  welcome: (name: string) => `É bom ter você por aqui ${name.split(' ')[0]}!`,
}

/** The message for a failure that has no message of its own. */
export const failure = (status: number) => `${status} - Falha na comunicação!`
