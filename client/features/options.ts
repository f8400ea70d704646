// What forms and filters offer, of the lists that more than one of them asks for.
import { FORMER_NAMES } from '../../shared/cities.ts'
import type { ProjectStatus } from '../../shared/features/projects.ts'
import type { Options } from '../ui/form/fields.tsx'
import { NONE } from '../ui/none.ts'

/** A list, or undefined while it is on its way, as what can be chosen. */
const chosenBy =
  <T>(value: (item: T) => number, label: (item: T) => string | null, note?: (item: T) => string | null | undefined) =>
  (list: readonly T[] | undefined): Options =>
    list?.map((item) => ({ value: value(item), label: label(item) ?? NONE, note: note?.(item) ?? undefined }))

/** Values, and what each is called. */
export const optionsOfWords = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))
/** The same, for a filter that need not choose. */
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
    ({ NOMECIDADE, UF }) => (UF ? `${NOMECIDADE ?? NONE} - ${UF}` : NOMECIDADE),
    ({ CODIGOCIDADE }) => FORMER_NAMES[CODIGOCIDADE] && `antes ${FORMER_NAMES[CODIGOCIDADE][0]}`,
  ),
  cars: chosenBy<{ CODIGOCARRO: number; DESCRICAOCARRO: string | null; PLACACARRO: string | null }>(
    ({ CODIGOCARRO }) => CODIGOCARRO,
    ({ DESCRICAOCARRO, PLACACARRO }) => `${DESCRICAOCARRO ?? NONE} (${PLACACARRO ?? NONE})`,
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
  /** Of one vocabulary: the words of projects, or those of service controls. */
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
