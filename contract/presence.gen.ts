// Made of the declarations of calls by `npm run contract`.
import type * as presenceCalls from './presence.calls.ts'
import { endpoint } from './endpoint.ts'

export const admitInvigilator = endpoint<typeof presenceCalls.admitInvigilator>('POST', '/invigilation')
export const endInvigilatorLink = endpoint<typeof presenceCalls.endInvigilatorLink>('DELETE', '/invigilators/:id', { event: 'presenceChanged' })
export const enrollWalkIn = endpoint<typeof presenceCalls.enrollWalkIn>('POST', '/testmoment/:id/walk-ins', { event: 'enrollmentsChanged' })
export const listInvigilatorLinks = endpoint<typeof presenceCalls.listInvigilatorLinks>('GET', '/testmoment/:id/invigilators')
export const makeInvigilatorLink = endpoint<typeof presenceCalls.makeInvigilatorLink>('POST', '/testmoment/:id/invigilators', { event: 'presenceChanged' })
export const readInvigilation = endpoint<typeof presenceCalls.readInvigilation>('GET', '/invigilation')
export const readInvigilatorLink = endpoint<typeof presenceCalls.readInvigilatorLink>('GET', '/invigilators/:id')
export const readPresence = endpoint<typeof presenceCalls.readPresence>('GET', '/testmoment/:id/presence')
export const renewDoorCode = endpoint<typeof presenceCalls.renewDoorCode>('POST', '/user/:id/door-code', { event: 'enrollmentsChanged' })
export const revokeInvigilatorDevice = endpoint<typeof presenceCalls.revokeInvigilatorDevice>('DELETE', '/invigilators/device/:id', { event: 'presenceChanged' })
export const searchInvigilation = endpoint<typeof presenceCalls.searchInvigilation>('POST', '/invigilation/search', { kind: 'question' })
export const settleWalkIn = endpoint<typeof presenceCalls.settleWalkIn>('PUT', '/walk-in/:id/settled', { event: 'presenceChanged' })
export const tickInvigilation = endpoint<typeof presenceCalls.tickInvigilation>('POST', '/invigilation/ticks')
export const tickPresence = endpoint<typeof presenceCalls.tickPresence>('POST', '/testmoment/:id/presence', { event: 'presenceChanged', kind: 'own-protocol' })
