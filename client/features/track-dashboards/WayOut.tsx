import { Button } from '@mantine/core'

/** Where a filter found nothing: takes it away, or opens it where there is none. */
export const WayOut = ({ narrowed, clear, open }: { narrowed: boolean; clear: () => void; open: () => void }) => (
  <Button variant="default" size="sm" onClick={narrowed ? clear : open}>
    {narrowed ? 'Limpar filtros' : 'Filtrar'}
  </Button>
)
