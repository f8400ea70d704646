// Set-up for the tests of commissions: a service control with two and a half hours of work, and readers for its screen and its exported files.
import { Workbook } from 'exceljs'
import readSheets from 'read-excel-file/node'
import { beforeEach, expect } from 'vitest'
import type { Download, Page } from 'playwright-core'
import type { Client } from '../../shared/features/clients.ts'
import { BRUNO, demoCompany } from './demo-company.ts'

export const card = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
export const figures = (page: Page) => page.locator('dl dd').allInnerTexts()
export const exported = async (page: Page) => {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar' }).click()
  return saving
}
/**
 * Reads the exported spreadsheet with a library other than the one that wrote it. Returns the name and the rows of the sheet, with the result of each
 * formula in place of the formula.
 */
export const readSheet = async (download: Download) => {
  const [only, ...more] = await readSheets(await download.path())
  expect(more).toEqual([])
  return { name: only?.sheet, rows: only?.data ?? [] }
}
/** Returns the formulas in the last rows of the sheet. */
export const formulasOf = async (download: Download, rows = 1) => {
  const book = new Workbook()
  await book.xlsx.readFile(await download.path())
  const last = book.worksheets[0]?.getSheetValues().slice(-rows) as (undefined | { formula?: string })[][]
  return last.flatMap((cells) => cells.flatMap((cell) => cell?.formula ?? []))
}
/** Returns a duration as spreadsheets store it: as the time since 30 December 1899. */
export const lasting = (minutes: number) => new Date(Date.UTC(1899, 11, 30, 0, minutes))

/** Starts the product for a test file, and creates a service control before each test. */
export function commissionsScreen() {
  const company = demoCompany()
  const { call } = company
  /** The service control that was created for the current test. */
  const control = { id: 0 }
  const enter = async (path: string, body: object) => {
    const answer = await call('supervisor', 'POST', path, body)
    expect(answer.status).toBe(200)
    return (answer.body as { id: number }).id
  }
  const pay = (tipo: 'P' | 'R', valor: number, data: string, historico: string) =>
    enter('/service-time-control-comission', { tipo, nTicket: '48120', data, valor, historico, idControleHoras: control.id, idStatus: 'A' })
  const movement = {
    nTicket: '48233',
    descricao: 'Conferência',
    dataInicio: '2026-11-02',
    dataFim: '2026-11-03',
    baixaSaldo: 1,
    idColaborador: BRUNO,
    idStatus: 'A',
  }
  const work = (qtdHoras: string, nTicket = movement.nTicket) =>
    enter('/service-time-control-mov', { ...movement, nTicket, qtdHoras, idControleHoras: control.id })
  const makeControl = async (nTicket?: string) => {
    const { body: clients } = await call('supervisor', 'GET', '/clients')
    const idCliente = (clients as Client[]).find(({ NOMEFANTASIACLIENTE }) => NOMEFANTASIACLIENTE === 'Sementes Chapadão')?.CODIGOCLIENTE
    const body = { qtdHoras: '10:00', valorHora: 90, idCliente, idColaborador: BRUNO, idStatus: 7, dataInicio: '2026-11-01', observacao: 'Teste' }
    control.id = await enter('/service-time-control', body)
    await work('02:30', nTicket)
  }
  beforeEach(() => makeControl())

  return { ...company, control, enter, pay, movement, work, makeControl }
}
