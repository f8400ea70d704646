// What two or more features say.
export const messages = {
  required: 'Esse campo precisa ser preenchido.',
  description: 'Descrição precisa ser preenchida.',
  invalidForm: 'Formulário inválido! Verifique os dados.',
  day: 'Data inválida.',
  hour: 'Hora inválida.',
  number: 'Informe um número válido.',
  negative: 'Valor negativo não é permitido.',
  invalidEntry: 'Formulário inválido.',
  inactive: 'Registro inativo não pode ser alterado!',
  changed: 'Registro alterado!',
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
  changedElsewhere: 'Este registro foi alterado por outra pessoa. Feche e abra de novo para ver a versão atual.',
  anotherPerson: 'Outra pessoa entrou neste navegador: nada foi enviado. Recarregue a página.',
  tooMany: 'Muitas chamadas em pouco tempo. Aguarde um instante e tente de novo.',
  tooManyMade: 'Você já criou 1.000 registros em uma hora. Aguarde e tente de novo.',
  tooManyChanged: 'Você já fez 3.000 alterações em uma hora. Aguarde e tente de novo.',
  notYet: 'Esta função ainda não está disponível.',
  unavailable: 'O sistema está indisponível no momento. Tente de novo em instantes.',
} as const

/** What a failure without a message of its own says. */
export const failure = (status: number) => `${status} - Falha na comunicação!`
