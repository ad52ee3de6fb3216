// Made of the declarations of calls by `npm run contract`.
import type * as waitingCalls from './waiting.calls.ts'
import { endpoint } from './endpoint.ts'

export const joinWaiting = endpoint<typeof waitingCalls.joinWaiting>('POST', '/waiting', { event: 'seatsChanged' })
export const leaveWaiting = endpoint<typeof waitingCalls.leaveWaiting>('DELETE', '/waiting/:id', { event: 'seatsChanged' })
export const listWaiting = endpoint<typeof waitingCalls.listWaiting>('GET', '/testmoment/:id/waiting/:paging')
export const promoteWaiting = endpoint<typeof waitingCalls.promoteWaiting>('POST', '/waiting/:id/promote', { event: 'enrollmentsChanged' })
export const seeWaitingOutcome = endpoint<typeof waitingCalls.seeWaitingOutcome>('PUT', '/waiting/outcome/:id/seen')
