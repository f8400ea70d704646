// Tests the short Portuguese description of a rule's limits, for every row of the table of calls and for rules outside the table.
import { describe, expect, it } from 'vitest'
import { absent, all, any, is, me, must, not, oneOf, P, ref, S, unchanged, within, type Me, type Rule } from '../../shared/access.ts'
import { call, read } from '../../shared/call.ts'
import { calls } from '../../shared/calls.ts'
import { pages } from '../../shared/pages.ts'
import { z } from 'zod'
import { boundOf } from '../../server/bff/bounds.ts'
import { verdicts } from '../../server/bff/explain.ts'

const departments = ['Diretoria', 'Projetos', 'Suporte', 'Financeiro', 'Desenvolvimento'].map((DESCRICAO, index) => ({ ID: index + 1, DESCRICAO }))
const routes: string[] = pages.map(({ menu }) => menu)
const person = (change: Partial<Me> = {}): Me => ({ id: 9, name: 'Ana', supervisor: 'N', departamento: 3, routes, ...change })

describe('limits in the table of calls', () => {
  const kinds = [person(), person({ departamento: 4 }), person({ departamento: 2 }), person({ supervisor: 'S' }), person({ routes: ['/track'] })]

  it('every limit is described in Portuguese words only, without terms from the rule language or the API', () => {
    for (const kind of kinds)
      for (const { call: name, left } of verdicts(kind))
        if (left)
          expect(boundOf(left, kind, departments), name).toMatch(/^[A-ZÀ-Ú](Projetos|Financeiro|Desenvolvimento|: “[\wÀ-ú !.-]+”|[a-zÀ-ú ,])*$/)
  })

  it('no two calls have the same title', () => {
    expect(new Set(calls.map(({ title }) => title)).size).toBe(calls.length)
  })

  it.each([
    ['GET /user-task', 'Só as próprias'],
    ['PUT /user-task', 'Só as próprias'],
    [
      'DELETE /track/{id}',
      'Só as próprias, conforme a situação do registro: “O mês deste tempo está fechado. Peça ao financeiro ou a um supervisor para reabri-lo.”',
    ],
    ['GET /financial-control-batch', 'Só as próprias'],
    ['POST /comission-result', 'Só as próprias'],
    ['POST /financial-control-batch', 'Só débito, só as próprias'],
    ['PUT /service-time-control', 'Sem mudar o valor da hora e o colaborador'],
    ['PUT /nfse', 'Só em aberto ou enviada'],
    ['POST /service-time-control-mov', 'Só sem monitoramento, sem a data do monitoramento'],
    ['PUT /compromises', 'Conforme a situação do registro: “Compromisso estornado não pode ser alterado!”'],
    ['POST /trackprojetos', 'Só o departamento Projetos ou o departamento Desenvolvimento'],
    ['GET /sessions/{id}', 'Só supervisores'],
    ['PUT /users', 'Com vários limites'],
  ])('the rule of %s is described to a person as “%s”', (name, words) => {
    const found = verdicts(person()).find((one) => one.call === name)
    expect(found?.left && boundOf(found.left, person(), departments)).toBe(words)
  })
})

describe('limits of a rule', () => {
  const stored = call('GET /things/{id}', {
    title: '',
    menu: 'session',
    reply: z.object({ id: z.number(), owner: z.number(), departamento: z.number(), status: z.string(), menus: z.array(z.number()) }),
  })
  const body = ref<{ id: number; departamento: number; owner: number; price?: number; menus: number[] }>({ from: 'body', at: [] })
  /** An item of a list by its position, of which the references of rules have only the first two. */
  const menuAt = (position: number) => ref<number>({ from: 'body', at: ['menus', String(position)] })
  const thing = read(stored, body.id)
  const own = read(stored, me.id)

  it.each<[string, Rule]>([
    ['Só do próprio departamento', any(S, is(body.departamento, me.departamento))],
    ['Só do próprio departamento', all(is(thing.id, body.id), is(thing.departamento, me.departamento))],
    ['Só as próprias, conforme a situação do registro: “Inativo!”', all(is(thing.owner, me.id), must(is(thing.status, 'A'), 'Inativo!', 409))],
    ['Sem mudar «price»', any(P, unchanged(body.price, thing.owner))],
    ['Sem mudar «menus»', any(P, unchanged(menuAt(1), thing.owner))],
    ['Sem mudar «menus»', any(P, unchanged(menuAt(10), thing.owner))],
    ['Sem «menus»', any(P, all(absent(body.menus), absent(menuAt(10))))],
    ['Sem «price»', any(P, absent(body.price))],
    ['Nunca no departamento Projetos ou no departamento Financeiro', not(oneOf(body.departamento, 2, 4))],
    ['Só com o que a própria pessoa tem', within(body.menus, own.menus)],
    // If two alternatives of a rule have nothing in common, describing only one of them would mislead.
    ['Com vários limites', any(is(thing.owner, me.id), is(body.departamento, 3))],
    ['Com vários limites', within(body.menus, thing.menus)],
    ['Só o departamento 7', is(me.departamento, 7)],
    ['', any(is(me.departamento, 3), is(thing.owner, me.id))],
  ])('the limit of a rule is described as “%s”', (words, rule) => {
    expect(boundOf(rule, person(), departments)).toBe(words)
  })
})
