// The handlers of the registers, and all spreadsheets, including those of records that no screen edits.
import { accountSheet } from './features/account-sheet.ts'
import { activities, activitySheet } from './features/activities.ts'
import { cars, carSheet } from './features/cars.ts'
import { clients, clientSheet } from './features/clients.ts'
import { departments, departmentSheet } from './features/departments.ts'
import { issuerSheet } from './features/issuer-sheet.ts'
import { batchMovementSheet, batchSheet } from './features/ledger-sheets.ts'
import {
  bankSheet,
  cashSheet,
  centreSheet,
  companySheet,
  dreAccountSheet,
  payableSheet,
  postingSheet,
  receivableSheet,
} from './features/overview-sheets.ts'
import { projectSheet, stepSheet } from './features/project-sheets.ts'
import { regions, regionSheet } from './features/regions.ts'
import { commissionSheet, movementSheet, serviceSheet } from './features/service-sheets.ts'
import { sprintSheet, sprintTaskSheet } from './features/sprint-sheets.ts'
import { timeSheet, trackActivitySheet, trackCategorySheet, trackModuleSheet, trackTagSheet } from './features/track-sheets.ts'
import { userSheet } from './features/users-sheet.ts'
import { users } from './features/users.ts'

export const registers = { ...clients, ...cars, ...regions, ...activities, ...departments, ...users }

/** Spreadsheets by the name that `npm run import` accepts for each. */
export const sheets = {
  clients: clientSheet,
  cars: carSheet,
  users: userSheet,
  activities: activitySheet,
  regions: regionSheet,
  departments: departmentSheet,
  'track-activities': trackActivitySheet,
  'track-categories': trackCategorySheet,
  'track-modules': trackModuleSheet,
  'track-tags': trackTagSheet,
  time: timeSheet,
  sprints: sprintSheet,
  'sprint-tasks': sprintTaskSheet,
  projects: projectSheet,
  steps: stepSheet,
  services: serviceSheet,
  movements: movementSheet,
  commissions: commissionSheet,
  batches: batchSheet,
  'batch-movements': batchMovementSheet,
  companies: companySheet,
  'cost-centres': centreSheet,
  receivables: receivableSheet,
  payables: payableSheet,
  'bank-balances': bankSheet,
  'cash-balances': cashSheet,
  'dre-accounts': dreAccountSheet,
  postings: postingSheet,
  issuers: issuerSheet,
  accounts: accountSheet,
}
export type Kind = keyof typeof sheets
