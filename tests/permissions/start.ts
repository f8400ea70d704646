// Scenes for Home, the client register, cities and the wall.
import type { Scenes } from './scene.ts'
import { clientBody, clientRow } from '../support/client-samples.ts'

const client = { ...clientRow(5), extra: 1 }
const saved = clientBody()

export const scenes: Scenes = {
  'GET /dash/Home': {
    reply: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] },
    scenes: { plain: () => ({}), 'a parameter': () => ({ query: 'x=1' }) },
  },
  'GET /clients': { reply: [client], scenes: { plain: () => ({}) } },
  'GET /clients/{id}': { reply: [client], scenes: { plain: () => ({ path: { id: 5 } }), 'id 0': () => ({ path: { id: 0 } }) } },
  'GET /clients/{id}/history': {
    reply: [{ id: 9, quando: '2026-11-01T10:00:00', quem: 'Bia', fez: 'criou', registro: null, campos: [] }],
    scenes: { plain: () => ({ path: { id: 5 } }), 'id 0': () => ({ path: { id: 0 } }) },
  },
  'POST /clients': { reply: client, scenes: { plain: () => ({ body: saved }), 'an id': () => ({ body: { ...saved, id: 5 } }) } },
  'PUT /clients': { reply: client, scenes: { plain: () => ({ body: { ...saved, id: 5 } }), 'no id': () => ({ body: saved }) } },
  'GET /cities': { reply: [{ CODIGOCIDADE: 1, NOMECIDADE: 'Sorriso' }], scenes: { plain: () => ({}) } },
  'GET /dash/painelOndeEstou': { reply: [], scenes: { plain: () => ({}) } },
}
