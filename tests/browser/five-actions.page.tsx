// A grid with five actions a row, which no screen of ours has yet. Built by grid-actions.test.ts.
import { Pencil } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { BootContext, type Boot } from '../../client/boot.ts'
import { Theme } from '../../client/theme.tsx'
import { DataGrid } from '../../client/ui/grid/DataGrid.tsx'
import { useGrid, type Column } from '../../client/ui/grid/useGrid.ts'

const rows = Array.from({ length: 50 }, (_, i) => ({ id: i + 1, name: `Serviço ${i + 1}` }))
const columns: Column<(typeof rows)[0]>[] = [{ id: 'nome', label: 'Nome', value: ({ name }) => name, main: true }]
const actions = ['Editar', 'Copiar', 'Enviar', 'Faturar', 'Excluir'].map((label) => ({
  label,
  icon: Pencil,
  run: ({ name }: (typeof rows)[0]) => (document.title = `${label} ${name}`),
}))

function Page() {
  const grid = useGrid({ rows, columns, idOf: ({ id }) => id })
  return (
    <main style={{ display: 'flex', height: '100vh' }}>
      <h1>Serviços</h1>
      <DataGrid grid={grid} actions={actions} empty={{ title: '', hint: '' }} call={{ mutate: () => undefined }} />
    </main>
  )
}

createRoot(document.body).render(
  // The part of it that a grid reads.
  <BootContext value={{ columns: '' } as Boot}>
    <Theme initial="auto" nonce="">
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </Theme>
  </BootContext>,
)
