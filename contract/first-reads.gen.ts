// Made of the declarations of calls by `npm run contract`.
import type * as schoolyearsCalls from './schoolyears.calls.ts'
import type * as usersCalls from './users.calls.ts'
import type * as waitingCalls from './waiting.calls.ts'
import { endpoint } from './endpoint.ts'

export const getActiveSchoolyear = endpoint<typeof schoolyearsCalls.getActiveSchoolyear>('GET', '/schoolyear')
export const getOwnUser = endpoint<typeof usersCalls.getOwnUser>('GET', '/user')
export const listModuleStatuses = endpoint<typeof usersCalls.listModuleStatuses>('GET', '/user/:id/module-statuses')
export const listUserTestmoments = endpoint<typeof usersCalls.listUserTestmoments>('GET', '/user/:id/testmoments')
export const readSeats = endpoint<typeof waitingCalls.readSeats>('GET', '/user/:id/seats')
