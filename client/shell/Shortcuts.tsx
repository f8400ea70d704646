import './shortcuts.css'
import { useMe } from '../boot.ts'
import { Window } from '../ui/Window.tsx'
import { pagesOf } from './menus.ts'

type Shortcut = [keys: string[], what: string]

const groups: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: 'Em qualquer tela',
    shortcuts: [
      [['Ctrl', 'K'], 'Buscar ou ir para'],
      [['/'], 'Buscar na lista'],
      [['Esc'], 'Fechar, ou limpar a busca'],
      [['I'], 'Iniciar um tempo'],
      [['P'], 'Parar o tempo'],
      [['?'], 'Atalhos'],
    ],
  },
  {
    title: 'Em uma lista',
    shortcuts: [
      [['↓', '↑'], 'Ir de linha em linha (ou J e K)'],
      [['Home', 'End'], 'Ir à primeira e à última linha'],
      [['Enter'], 'Abrir a linha'],
      [['N'], 'Novo registro'],
      [['F'], 'Filtrar'],
      [['E'], 'Exportar'],
      [['←', '→'], 'Recolher e expandir o grupo (com Shift, todos)'],
      [['Espaço'], 'Selecionar a linha (com Shift, até ela)'],
      [['Ctrl', 'A'], 'Selecionar todas as que aparecem (de novo: nenhuma)'],
    ],
  },
  {
    title: 'Em um formulário',
    shortcuts: [
      [['Ctrl', 'Enter'], 'Confirmar'],
      [['Ctrl', 'Shift', 'Enter'], 'Confirmar e novo'],
      [['Tab'], 'Levar o que está marcado na lista'],
    ],
  },
  {
    title: 'No Track',
    shortcuts: [[['L'], 'Lançar tempo que já passou']],
  },
  {
    title: 'Na semana do Track',
    shortcuts: [
      [['T'], 'Esta semana'],
      [['←', '→', '↑', '↓'], 'Ir de célula em célula'],
      [['0', '…', '9'], 'Lançar ou alterar o total'],
      [['Enter'], 'Abrir a célula, ou gravar'],
      [['Esc'], 'Desistir'],
    ],
  },
  {
    title: 'Na NFS-e Express',
    shortcuts: [
      [['S'], 'Enviar as selecionadas (de boletos emitidos, os recibos)'],
      [['Del'], 'Excluir as selecionadas'],
      [['T'], 'Mês atual'],
      [['←', '→'], 'Mês anterior e próximo'],
    ],
  },
  {
    title: 'No calendário',
    shortcuts: [
      [['D'], 'Dia'],
      [['S'], 'Semana'],
      [['M'], 'Mês'],
      [['4'], '4 dias'],
      [['E'], 'Equipe'],
      [['T'], 'Hoje'],
      [['←', '→'], 'Antes e depois'],
      [['N'], 'Novo compromisso'],
      [['Alt', '←', '→', '↑', '↓'], 'Mover o compromisso'],
    ],
  },
]

/** Dialog with every keyboard shortcut. */
export default function Shortcuts({ opened, close }: { opened: boolean; close: () => void }) {
  const pages = pagesOf(useMe()).map(({ letter, title }): Shortcut => [['G', letter], title])
  return (
    <Window title="Atalhos" size={960} opened={opened} close={close}>
      <div className="shortcuts">
        {[...groups, { title: 'Ir para', shortcuts: pages }].map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(([keys, what]) => (
                <div key={what}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Window>
  )
}
