import * as accounts from './accounts.ts'
import * as audit from './audit.ts'
import * as calendar from './calendar.ts'
import * as connections from './connections.ts'
import * as departments from './departments.ts'
import * as dividing from './dividing.ts'
import type { Endpoint } from './endpoint.ts'
import * as enrolledStudents from './enrolled-students.ts'
import * as enrollments from './enrollments.ts'
import * as gradebook from './gradebook.ts'
import * as history from './history.ts'
import * as imports from './import.ts'
import * as live from './live.ts'
import * as logins from './logins.ts'
import * as messages from './messages.ts'
import * as modules from './modules.ts'
import * as onboarding from './onboarding.ts'
import * as outcomes from './outcomes.ts'
import * as ownPassword from './own-password.ts'
import * as presence from './presence.ts'
import * as push from './push.ts'
import * as results from './results.ts'
import * as rooms from './rooms.ts'
import * as schoolyears from './schoolyears.ts'
import * as sessions from './sessions.ts'
import * as source from './source.ts'
import * as statistics from './statistics.ts'
import * as testmoments from './testmoments.ts'
import * as users from './users.ts'
import * as waiting from './waiting.ts'

/** An endpoint with its name in the OpenAPI document: the name of its constant, within its subject. */
export interface NamedOperation {
  name: string
  subject: string
  endpoint: Endpoint
}

const subjects = {
  sessions,
  logins: { ...logins, ...ownPassword },
  accounts,
  users,
  onboarding,
  departments,
  enrollments,
  waiting,
  history,
  students: enrolledStudents,
  calendar,
  connections,
  modules,
  rooms: { ...rooms, ...dividing },
  schoolyears,
  testmoments,
  presence,
  results: { ...results, ...gradebook },
  import: imports,
  messages,
  source,
  statistics,
  audit,
  live,
  outcomes,
  push,
}

/** All endpoints of the contract. For servers only: browser code imports those that it calls. */
export const operations: readonly NamedOperation[] = Object.entries<Record<string, unknown>>(subjects).flatMap(
  ([subject, constants]) =>
    Object.entries(constants).flatMap(([name, endpoint]) =>
      isEndpoint(endpoint) ? [{ name, subject, endpoint }] : [],
    ),
)

function isEndpoint(constant: unknown): constant is Endpoint {
  return typeof constant === 'object' && constant !== null && 'method' in constant && 'path' in constant
}
