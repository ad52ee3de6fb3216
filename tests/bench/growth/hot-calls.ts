import { listAudit } from '#contract/audit.gen.ts'
import { pathOf } from '#contract/endpoint.ts'
import { createEnrollment } from '#contract/enrollments.gen.ts'
import { getOwnUser, listModuleStatuses, listUserTestmoments } from '#contract/first-reads.gen.ts'
import { refreshToken } from '#contract/sessions.gen.ts'
import { getAccountStatistics, listEnrollmentStatistics, listTestmomentStatistics } from '#contract/statistics.gen.ts'
import { listUsers } from '#contract/users.gen.ts'
import { CHOSEN_MODULE, YEARS } from '#tests/support/growth/growing-school.ts'

/**
 * Inputs of a request: the size of the school, the student whose turn it is, and the number of earlier calls of this
 * kind.
 */
interface Turn {
  students: number
  student: number
  n: number
  /** the next one of that student's phone */
  refresh(student: number): string
}

export interface HotCall {
  what: string
  by: 'student' | 'teacher' | 'nobody'
  ask(turn: Turn): { method: 'GET' | 'POST'; path: string; body?: object }
  /** counts each account, or each enrollment of the year, so that it grows with them */
  counts?: true
}

export const hotCalls: readonly HotCall[] = [
  {
    what: 'POST /token/refresh',
    by: 'nobody',
    ask: ({ student, refresh }) => ({
      method: 'POST',
      path: pathOf(refreshToken),
      body: { refresh_token: refresh(student) },
    }),
  },
  { what: 'GET /user', by: 'student', ask: () => get(pathOf(getOwnUser)) },
  {
    what: "GET of a student's modules",
    by: 'student',
    ask: ({ student }) => get(pathOf(listModuleStatuses, { id: student })),
  },
  {
    what: 'GET of the test moments',
    by: 'student',
    ask: ({ student }) => get(pathOf(listUserTestmoments, { id: student })),
  },
  {
    what: 'POST /enrollment',
    by: 'student',
    ask: ({ n, student, students }) => ({
      method: 'POST',
      path: pathOf(createEnrollment),
      body: { user_id: student, testmoment_id: 2, module_id: freeModule(Math.floor(n / students)) },
    }),
  },
  { what: 'the first page of all users', by: 'teacher', ask: () => get(pathOf(listUsers, { paging: 20 })) },
  {
    what: 'search for a name that one person has',
    by: 'teacher',
    ask: () => get(`${pathOf(listUsers, { paging: 20 })}?search=zeldenrust`),
  },
  {
    what: 'search for a name that many have',
    by: 'teacher',
    ask: () => get(`${pathOf(listUsers, { paging: 20 })}?search=jansen`),
  },
  { what: 'the audit trail', by: 'teacher', ask: () => get(pathOf(listAudit)) },
  { what: 'counting accounts', by: 'teacher', ask: () => get(pathOf(getAccountStatistics)), counts: true },
  {
    what: "counting a year's students by moment",
    by: 'teacher',
    ask: () => get(pathOf(listTestmomentStatistics, { id: YEARS })),
    counts: true,
  },
  {
    what: "counting a year's enrollments by week",
    by: 'teacher',
    ask: () => get(pathOf(listEnrollmentStatistics, { id: YEARS })),
    counts: true,
  },
]

const get = (path: string) => ({ method: 'GET' as const, path })

/** A module that nobody has completed or chosen, another for each time that all students had their turn. */
function freeModule(time: number): number {
  if (time + 1 >= CHOSEN_MODULE - 1)
    throw new RangeError('This school has no more enrollments to give: it is too small.')
  return time + 1
}
