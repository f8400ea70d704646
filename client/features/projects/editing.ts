// Form values of a project and of a step.
import { messages, type Project, type Step } from '../../../shared/features/projects.ts'
import { read } from '../../api/request.ts'
import { useMay } from '../../boot.ts'
import { useEditing, useOpened } from '../../ui/form/useEditing.ts'

const project = {
  idTipoProjeto: null as Project['IDTIPOPROJETO'] | null,
  descricao: '',
  idStatusRedmine: null as number | null,
  prioridade: null as number | null,
  /** Strings while the two numbers are being typed. */
  progresso: 0 as number | string,
  idTarefaRedmine: '' as number | string,
  observacao: '',
  dataIni: '',
  dataFim: '',
  idStatus: 'A' as Project['IDSTATUS'],
  versao: undefined as number | undefined,
}
export type ProjectValues = typeof project

export function useProjectEditing() {
  const may = useMay()
  return useEditing(
    'projeto',
    project,
    async (id) => {
      const stored = await read('GET /trackprojetos/{id}', { path: { id } })
      return {
        idTipoProjeto: stored.IDTIPOPROJETO,
        descricao: stored.DESCRICAO ?? '',
        idStatusRedmine: stored.IDSTATUSREDMINE,
        prioridade: stored.PRIORIDADE,
        progresso: stored.PROGRESSO ?? 0,
        idTarefaRedmine: stored.IDTAREFAREDMINE ?? '',
        observacao: stored.OBSERVACAO ?? '',
        dataIni: stored.DATAINI ?? '',
        dataFim: stored.DATAFIM ?? '',
        idStatus: stored.IDSTATUS,
        versao: stored.versao,
      }
    },
    {
      denied: {
        create: may('POST /trackprojetos') ? undefined : messages.denied.createProject,
        change: may('PUT /trackprojetos') ? undefined : messages.denied.changeProject,
      },
    },
  )
}

const step = {
  idAcompanhamentoProjeto: 0,
  descricao: '',
  progresso: 0 as number | string,
  idResponsavel: null as number | null,
  observacao: '',
  dataInicial: '',
  dataFinal: '',
  idStatus: 'A' as Step['idStatus'],
  versao: undefined as number | undefined,
}
export type StepValues = typeof step

/** Values carried over to the next form, because a further step or further clients belong to the same project. */
const sameProject = ({ idAcompanhamentoProjeto }: { idAcompanhamentoProjeto: number }) => ({ idAcompanhamentoProjeto })

export const usePendingEditing = () =>
  useOpened(
    'etapa',
    step,
    async (id) => {
      const { idAcompanhamentoProjeto, descricao, progresso, idResponsavel, observacao, dataInicial, dataFinal, idStatus, versao } = await read(
        'GET /trackprojetos-steps/{id}',
        { path: { id } },
      )
      return {
        idAcompanhamentoProjeto,
        descricao: descricao ?? '',
        progresso: progresso ?? 0,
        idResponsavel,
        observacao: observacao ?? '',
        dataInicial: dataInicial ?? '',
        dataFinal: dataFinal ?? '',
        idStatus,
        versao,
      }
    },
    { carry: sameProject },
  )

const links = { idAcompanhamentoProjeto: 0, idClients: [] as number[], observacao: '' }
export const useClientLinking = () => useOpened('clientes solicitantes', links, async () => undefined, { carry: sameProject })

const link = { observacao: '', versao: undefined as number | undefined }
/** Form values for the note on a client that requests a project. */
export const useNoteEditing = (notes: { id: number; observacao: string | null; versao?: number | undefined }[]) =>
  useOpened('observação do cliente', link, async (id) => {
    const stored = notes.find((one) => one.id === id)
    return stored && { observacao: stored.observacao ?? '', versao: stored.versao }
  })
