// Options of pickers, made from lists that several forms and filters use.
import { FORMER_NAMES } from '../../shared/cities.ts'
import type { ProjectStatus } from '../../shared/features/projects.ts'
import type { Options } from '../ui/form/fields.tsx'
import { NO_VALUE } from '../ui/noValue.ts'

/** Makes a function that converts a list to options. It returns undefined while the list loads. */
const chosenBy =
  <T>(value: (item: T) => number, label: (item: T) => string | null, note?: (item: T) => string | null | undefined) =>
  (list: readonly T[] | undefined): Options =>
    list?.map((item) => ({ value: value(item), label: label(item) ?? NO_VALUE, note: note?.(item) ?? undefined }))

/** Options from a map of values to labels. */
export const optionsOfWords = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))
/** Options with 'Todos' first, for an optional filter. */
export const orAll = (words: Record<string, string>) => [{ value: '', label: 'Todos' }, ...optionsOfWords(words)]

interface Named {
  ID: number
  DESCRICAO: string | null
}

export const optionsOf = {
  people: chosenBy<{ ID: number; NOMECOMPLETOUSUARIO: string | null }>(
    ({ ID }) => ID,
    ({ NOMECOMPLETOUSUARIO }) => NOMECOMPLETOUSUARIO,
  ),
  activities: chosenBy<{ CODTAREFAEXTERNO: number; DESCTAREFAEXTERNO: string | null }>(
    ({ CODTAREFAEXTERNO }) => CODTAREFAEXTERNO,
    ({ DESCTAREFAEXTERNO }) => DESCTAREFAEXTERNO,
  ),
  clients: chosenBy<{ CODIGOCLIENTE: number; NOMEFANTASIACLIENTE: string | null; CIDADE?: string | null | undefined }>(
    ({ CODIGOCLIENTE }) => CODIGOCLIENTE,
    ({ NOMEFANTASIACLIENTE }) => NOMEFANTASIACLIENTE,
    ({ CIDADE }) => CIDADE,
  ),
  cities: chosenBy<{ CODIGOCIDADE: number; NOMECIDADE: string | null; UF?: string | undefined }>(
    ({ CODIGOCIDADE }) => CODIGOCIDADE,
    ({ NOMECIDADE, UF }) => (UF ? `${NOMECIDADE ?? NO_VALUE} - ${UF}` : NOMECIDADE),
    ({ CODIGOCIDADE }) => FORMER_NAMES[CODIGOCIDADE] && `antes ${FORMER_NAMES[CODIGOCIDADE][0]}`,
  ),
  cars: chosenBy<{ CODIGOCARRO: number; DESCRICAOCARRO: string | null; PLACACARRO: string | null }>(
    ({ CODIGOCARRO }) => CODIGOCARRO,
    ({ DESCRICAOCARRO, PLACACARRO }) => `${DESCRICAOCARRO ?? NO_VALUE} (${PLACACARRO ?? NO_VALUE})`,
  ),
  regions: chosenBy<Named>(
    ({ ID }) => ID,
    ({ DESCRICAO }) => DESCRICAO,
  ),
  departments: chosenBy<Named>(
    ({ ID }) => ID,
    ({ DESCRICAO }) => DESCRICAO,
  ),
  names: chosenBy<{ id: number; nome: string | null }>(
    ({ id }) => id,
    ({ nome }) => nome,
  ),
  /** Statuses of one vocabulary, either that of projects (P) or that of service controls (S). */
  statuses: (list: readonly ProjectStatus[] | undefined, of: 'P' | 'S') => optionsOf.described(list?.filter(({ uso }) => (uso ?? of) === of)),
  described: chosenBy<{ id: number; descricao: string | null }>(
    ({ id }) => id,
    ({ descricao }) => descricao,
  ),
  timeActivities: chosenBy<{ CODIGOATIVIDADE: number; DESCRICAOATIVIDADE: string | null }>(
    ({ CODIGOATIVIDADE }) => CODIGOATIVIDADE,
    ({ DESCRICAOATIVIDADE }) => DESCRICAOATIVIDADE,
  ),
  timeCategories: chosenBy<{ CODIGOCATEGORIA: number; DESCRICAOCATEGORIA: string | null }>(
    ({ CODIGOCATEGORIA }) => CODIGOCATEGORIA,
    ({ DESCRICAOCATEGORIA }) => DESCRICAOCATEGORIA,
  ),
  timeModules: chosenBy<{ CODIGOMODULO: number; DESCRICAOMODULO: string | null }>(
    ({ CODIGOMODULO }) => CODIGOMODULO,
    ({ DESCRICAOMODULO }) => DESCRICAOMODULO,
  ),
  timeTags: chosenBy<{ CODIGOTAG: number; DESCRICAOTAG: string | null }>(
    ({ CODIGOTAG }) => CODIGOTAG,
    ({ DESCRICAOTAG }) => DESCRICAOTAG,
  ),
}
