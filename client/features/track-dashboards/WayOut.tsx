import { Button } from '@mantine/core'

/** Button for an empty result: clears the filter, or opens it if none is set. */
export const WayOut = ({ narrowed, clear, open }: { narrowed: boolean; clear: () => void; open: () => void }) => (
  <Button variant="default" size="sm" onClick={narrowed ? clear : open}>
    {narrowed ? 'Limpar filtros' : 'Filtrar'}
  </Button>
)
