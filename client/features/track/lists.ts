import type { Reply } from '../../api/address.ts'

/** The options of an entry's fields, and suggestions from earlier entries. */
export type Lists = Reply<'GET /datatrack'>

export type Suggestion = Lists['sugestoes'][0]
/** A suggestion without its description. */
export type Work = Omit<Suggestion, 'DESCRICAO'>

/** Names of a work's options; null for one that is no longer offered. */
export const namesOf = (lists: Lists, one: Work) => ({
  ACTIVITY: lists.atividades.find(({ CODIGOATIVIDADE }) => CODIGOATIVIDADE === one.CODIGOATIVIDADE)?.DESCRICAOATIVIDADE ?? null,
  MODULE: lists.modulo.find(({ CODIGOMODULO }) => CODIGOMODULO === one.CODIGOMODULO)?.DESCRICAOMODULO ?? null,
  CATEGORY: lists.categoria.find(({ CODIGOCATEGORIA }) => CODIGOCATEGORIA === one.CODIGOCATEGORIA)?.DESCRICAOCATEGORIA ?? null,
  TAG: lists.tag.find(({ CODIGOTAG }) => CODIGOTAG === one.CODIGOTAG)?.DESCRICAOTAG ?? null,
})

/** A work as initial fields of a new entry. */
export function fieldsOf(lists: Lists, one: Work) {
  const { ACTIVITY, MODULE, CATEGORY, TAG } = namesOf(lists, one)
  const offered = (name: string | null, id: number | null) => (name === null ? null : id)
  return {
    idAtividade: offered(ACTIVITY, one.CODIGOATIVIDADE),
    idCategoria: offered(CATEGORY, one.CODIGOCATEGORIA),
    idModulo: offered(MODULE, one.CODIGOMODULO),
    idTag: offered(TAG, one.CODIGOTAG),
  }
}

/** A suggestion as the initial fields of a new entry. */
export const likeOf = (lists: Lists, one: Suggestion) => ({ descricao: one.DESCRICAO, ...fieldsOf(lists, one) })

/** 'Reunião · Gestão · Interno' */
export const noteOf = ({ ACTIVITY, MODULE, CATEGORY, TAG }: Record<'ACTIVITY' | 'MODULE' | 'CATEGORY' | 'TAG', string | null>) =>
  [ACTIVITY, MODULE, CATEGORY, TAG].filter(Boolean).join(' · ')
