import { accountExamples } from './account.examples.ts'
import * as account from './account.ts'
import { auditExamples } from './audit.examples.ts'
import * as audit from './audit.ts'
import { calendarExamples } from './calendar.examples.ts'
import * as calendar from './calendar.ts'
import { completedModuleExamples } from './completed-module.examples.ts'
import * as completedModule from './completed-module.ts'
import { departmentSwitchExamples } from './department-switch.examples.ts'
import * as departmentSwitch from './department-switch.ts'
import { educationDepartmentExamples } from './education-department.examples.ts'
import * as educationDepartment from './education-department.ts'
import type { Endpoint } from './endpoint.ts'
import { enrollmentExamples } from './enrollment.examples.ts'
import * as enrollment from './enrollment.ts'
import { importExamples } from './import.examples.ts'
import * as imports from './import.ts'
import { liveExamples } from './live.examples.ts'
import * as live from './live.ts'
import { moduleExamples } from './module.examples.ts'
import * as module from './module.ts'
import { onboardingExamples } from './onboarding.examples.ts'
import * as onboarding from './onboarding.ts'
import { ownDataExamples } from './own-data.examples.ts'
import * as ownData from './own-data.ts'
import { pushExamples } from './push.examples.ts'
import * as push from './push.ts'
import { schoolyearExamples } from './schoolyear.examples.ts'
import * as schoolyear from './schoolyear.ts'
import { sessionExamples } from './session.examples.ts'
import * as session from './session.ts'
import { statisticsExamples } from './statistics.examples.ts'
import * as statistics from './statistics.ts'
import { testmomentExamples } from './testmoment.examples.ts'
import * as testmoment from './testmoment.ts'
import { userExamples } from './user.examples.ts'
import * as user from './user.ts'

/** An endpoint as it is shown to people: by what its constant is called, in its resource, with a call of it. */
export interface ShownEndpoint {
  name: string
  resource: string
  endpoint: Endpoint
  body?: unknown
  reply: unknown
  /** what it says in words of its own when it refuses, by status */
  refusals?: Record<number, unknown>
}

type Example = Pick<ShownEndpoint, 'body' | 'reply' | 'refusals'>

/** Every endpoint of the contract with its example. For servers only: no screen needs them. */
export const shownEndpoints: readonly ShownEndpoint[] = [
  ...shown('session', session, sessionExamples),
  ...shown('account', account, accountExamples),
  ...shown('user', user, userExamples),
  ...shown('onboarding', onboarding, onboardingExamples),
  ...shown('completed-module', completedModule, completedModuleExamples),
  ...shown('own-data', ownData, ownDataExamples),
  ...shown('department-switch', departmentSwitch, departmentSwitchExamples),
  ...shown('enrollment', enrollment, enrollmentExamples),
  ...shown('calendar', calendar, calendarExamples),
  ...shown('module', module, moduleExamples),
  ...shown('education-department', educationDepartment, educationDepartmentExamples),
  ...shown('schoolyear', schoolyear, schoolyearExamples),
  ...shown('testmoment', testmoment, testmomentExamples),
  ...shown('import', imports, importExamples),
  ...shown('statistics', statistics, statisticsExamples),
  ...shown('audit', audit, auditExamples),
  ...shown('live', live, liveExamples),
  ...shown('push', push, pushExamples),
]

function shown<Name extends string>(
  resource: string,
  endpoints: Record<NoInfer<Name>, Endpoint>,
  examples: Record<Name, Example>,
): ShownEndpoint[] {
  return Object.entries<Example>(examples).map(([name, example]) => {
    const endpoint = Object.entries<Endpoint>(endpoints).find(([known]) => known === name)?.[1]
    if (!endpoint) throw new Error(`there is no ${name} in ${resource}`)
    return { name, resource, endpoint, ...example }
  })
}
