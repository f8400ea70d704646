// Set-up for tests/browser/service-hours.test.ts and tests/deep/browser/service-hours.test.ts.
import type { Page } from 'playwright-core'
import type { Client } from '../../shared/features/clients.ts'
import { BRUNO, demoCompany } from './demo-company.ts'

export const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
export const act = async (page: Page, action: string, name: string) => {
  await page.getByRole('button', { name: `Ações de ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
export const control = {
  qtdHoras: '10:00',
  valorHora: 90,
  idColaborador: BRUNO,
  idStatus: 7,
  dataInicio: '2026-11-01',
  observacao: 'De teste',
}
export const movement = {
  nTicket: '48233',
  qtdHoras: '02:30',
  descricao: 'Conferência',
  dataInicio: '2026-11-02',
  dataFim: '2026-11-03',
  baixaSaldo: 1,
  idColaborador: BRUNO,
  idStatus: 'A',
}

export function serviceHoursScreen() {
  const { call, db, signIn, time, url } = demoCompany()
  const clientOf = async (name: string) => {
    const { body } = await call('supervisor', 'GET', '/clients')
    return (body as Client[]).find(({ NOMEFANTASIACLIENTE }) => NOMEFANTASIACLIENTE === name)?.CODIGOCLIENTE
  }
  /** Stores a service control and returns its id. */
  const newControl = async () => {
    const { body } = await call('supervisor', 'POST', '/service-time-control', { ...control, idCliente: await clientOf('Sementes Chapadão') })
    return (body as { id: number }).id
  }
  const work = async (idControleHoras: number, change: object = {}) =>
    ((await call('supervisor', 'POST', '/service-time-control-mov', { ...movement, idControleHoras, ...change })).body as { id: number }).id
  return { call, db, signIn, time, url, clientOf, newControl, work }
}
