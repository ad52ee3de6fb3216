import * as accounts from './accounts.calls.ts'
import * as audit from './audit.calls.ts'
import * as calendar from './calendar.calls.ts'
import type { Call } from './call.schema.ts'
import * as connections from './connections.calls.ts'
import * as departments from './departments.calls.ts'
import * as dividing from './dividing.calls.ts'
import * as enrolledStudents from './enrolled-students.calls.ts'
import * as enrollments from './enrollments.calls.ts'
import * as gradebook from './gradebook.calls.ts'
import * as history from './history.calls.ts'
import * as imports from './import.calls.ts'
import * as live from './live.calls.ts'
import * as logins from './logins.calls.ts'
import * as messages from './messages.calls.ts'
import * as modules from './modules.calls.ts'
import * as onboarding from './onboarding.calls.ts'
import * as outcomes from './outcomes.calls.ts'
import * as presence from './presence.calls.ts'
import * as push from './push.calls.ts'
import * as results from './results.calls.ts'
import * as rooms from './rooms.calls.ts'
import * as schoolyears from './schoolyears.calls.ts'
import * as sessions from './sessions.calls.ts'
import * as source from './source.calls.ts'
import * as statistics from './statistics.calls.ts'
import * as testmoments from './testmoments.calls.ts'
import * as users from './users.calls.ts'
import * as waiting from './waiting.calls.ts'

/** A call with its name in the OpenAPI document: the name of its constant, within its subject. */
export interface NamedOperation {
  name: string
  subject: string
  /** of its declaration, without `.calls.ts` */
  file: string
  call: Call
}

const files = {
  accounts,
  audit,
  calendar,
  connections,
  departments,
  dividing,
  'enrolled-students': enrolledStudents,
  enrollments,
  gradebook,
  history,
  import: imports,
  live,
  logins,
  messages,
  modules,
  onboarding,
  outcomes,
  presence,
  push,
  results,
  rooms,
  schoolyears,
  sessions,
  source,
  statistics,
  testmoments,
  users,
  waiting,
}

/** Subjects of files that have another name. */
const SUBJECTS: Readonly<Record<string, string>> = {
  dividing: 'rooms',
  'enrolled-students': 'students',
  gradebook: 'results',
}

/** All calls of the contract. For servers only: browser code has the generated tables. */
export const operations: readonly NamedOperation[] = Object.entries<Record<string, unknown>>(files).flatMap(
  ([file, constants]) =>
    Object.entries(constants).flatMap(([name, call]) =>
      isCall(call) ? [{ name, subject: SUBJECTS[file] ?? file, file, call }] : [],
    ),
)

function isCall(constant: unknown): constant is Call {
  return typeof constant === 'object' && constant !== null && 'method' in constant && 'path' in constant
}
