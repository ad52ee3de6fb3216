import { listEducationDepartments } from '#contract/education-department.ts'
import { listAutomaticEnrollments } from '#contract/onboarding.ts'
import { getOwnUser, listModuleStatuses } from '#contract/user.ts'
import type { Api } from '#src/api/api.ts'
import { departmentOf } from '#src/api/department-of.ts'
import type { Known } from './onboarding.context.ts'
import type { StepRequest } from './onboarding.machine.ts'
import { usableLink } from './usable-link.ts'

/** How the user is now, and what the step shows. */
export async function loadStep(api: Api, { step }: StepRequest): Promise<Partial<Known>> {
  const user = await api.call(getOwnUser)
  // They confirmed on another device: there is no step left to show.
  return user.information_checked ? { user } : { user, ...(await listsOf(api, { step, user })) }
}

async function listsOf(api: Api, { step, user }: StepRequest): Promise<Partial<Known>> {
  switch (step) {
    case 1:
      return {}
    case 2: {
      const [{ entities }, department] = await Promise.all([
        api.call(listEducationDepartments),
        departmentOf(api, user),
      ])
      return { departments: entities, department }
    }
    case 3: {
      const { entities } = await api.follow(listModuleStatuses, usableLink(user, 'module_statuses'))
      return { modules: entities }
    }
    case 4: {
      const [{ entities }, department] = await Promise.all([
        api.follow(listAutomaticEnrollments, usableLink(user, 'automatic_enrollments')),
        departmentOf(api, user),
      ])
      return { preview: entities, department }
    }
  }
}
