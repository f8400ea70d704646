import type { Reply } from '../../api/address.ts'

/** What an entry is chosen from, and what was written before. */
export type Lists = Reply<'GET /datatrack'>

/** What a suggestion was written with, as far as it may still be chosen. */
export const namesOf = (lists: Lists, one: Lists['sugestoes'][0]) => ({
  ACTIVITY: lists.atividades.find(({ CODIGOATIVIDADE }) => CODIGOATIVIDADE === one.CODIGOATIVIDADE)?.DESCRICAOATIVIDADE ?? null,
  MODULE: lists.modulo.find(({ CODIGOMODULO }) => CODIGOMODULO === one.CODIGOMODULO)?.DESCRICAOMODULO ?? null,
  CATEGORY: lists.categoria.find(({ CODIGOCATEGORIA }) => CODIGOCATEGORIA === one.CODIGOCATEGORIA)?.DESCRICAOCATEGORIA ?? null,
  TAG: lists.tag.find(({ CODIGOTAG }) => CODIGOTAG === one.CODIGOTAG)?.DESCRICAOTAG ?? null,
})
