// Made of the declarations of calls by `npm run contract`.
import type * as enrolledStudentsCalls from './enrolled-students.calls.ts'
import { endpoint } from './endpoint.ts'

export const carryOutGroupAct = endpoint<typeof enrolledStudentsCalls.carryOutGroupAct>('POST', '/testmoment/:id/students', { event: 'enrollmentsChanged' })
export const listEnrolledStudents = endpoint<typeof enrolledStudentsCalls.listEnrolledStudents>('GET', '/testmoment/:id/students/:paging')
export const previewGroupAct = endpoint<typeof enrolledStudentsCalls.previewGroupAct>('POST', '/testmoment/:id/students/preview', { kind: 'question' })
