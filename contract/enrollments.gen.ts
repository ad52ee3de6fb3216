// Made of the declarations of calls by `npm run contract`.
import type * as enrollmentsCalls from './enrollments.calls.ts'
import { endpoint } from './endpoint.ts'

export const createEnrollment = endpoint<typeof enrollmentsCalls.createEnrollment>('POST', '/enrollment', { event: 'enrollmentsChanged' })
export const deleteEnrollment = endpoint<typeof enrollmentsCalls.deleteEnrollment>('DELETE', '/enrollment/:id', { event: 'enrollmentsChanged' })
export const listTestmomentEnrollments = endpoint<typeof enrollmentsCalls.listTestmomentEnrollments>('GET', '/testmoment/:id/enrollments/:paging')
export const listUserEnrollments = endpoint<typeof enrollmentsCalls.listUserEnrollments>('GET', '/user/:id/enrollments/:paging')
export const moveEnrollment = endpoint<typeof enrollmentsCalls.moveEnrollment>('POST', '/enrollment/:id/move', { event: 'enrollmentsChanged' })
