// What forms and filters offer, of the lists that more than one of them asks for.
import type { Options } from '../ui/form/fields.tsx'

/** A list, or undefined while it is on its way, as what can be chosen. */
const chosenBy =
  <T>(value: (item: T) => number, label: (item: T) => string) =>
  (list: readonly T[] | undefined): Options =>
    list?.map((item) => ({ value: value(item), label: label(item) }))

interface Named {
  ID: number
  DESCRICAO: string
}

export const optionsOf = {
  people: chosenBy<{ ID: number; NOMECOMPLETOUSUARIO: string }>(
    ({ ID }) => ID,
    ({ NOMECOMPLETOUSUARIO }) => NOMECOMPLETOUSUARIO,
  ),
  activities: chosenBy<{ CODTAREFAEXTERNO: number; DESCTAREFAEXTERNO: string }>(
    ({ CODTAREFAEXTERNO }) => CODTAREFAEXTERNO,
    ({ DESCTAREFAEXTERNO }) => DESCTAREFAEXTERNO,
  ),
  clients: chosenBy<{ CODIGOCLIENTE: number; NOMEFANTASIACLIENTE: string }>(
    ({ CODIGOCLIENTE }) => CODIGOCLIENTE,
    ({ NOMEFANTASIACLIENTE }) => NOMEFANTASIACLIENTE,
  ),
  cities: chosenBy<{ CODIGOCIDADE: number; NOMECIDADE: string; UF?: string | undefined }>(
    ({ CODIGOCIDADE }) => CODIGOCIDADE,
    ({ NOMECIDADE, UF }) => (UF ? `${NOMECIDADE} - ${UF}` : NOMECIDADE),
  ),
  cars: chosenBy<{ CODIGOCARRO: number; DESCRICAOCARRO: string | null; PLACACARRO: string | null }>(
    ({ CODIGOCARRO }) => CODIGOCARRO,
    ({ DESCRICAOCARRO, PLACACARRO }) => `${DESCRICAOCARRO} (${PLACACARRO})`,
  ),
  regions: chosenBy<Named>(
    ({ ID }) => ID,
    ({ DESCRICAO }) => DESCRICAO,
  ),
  departments: chosenBy<Named>(
    ({ ID }) => ID,
    ({ DESCRICAO }) => DESCRICAO,
  ),
  priorities: chosenBy<{ id: number; descricao: string }>(
    ({ id }) => id,
    ({ descricao }) => descricao,
  ),
}
