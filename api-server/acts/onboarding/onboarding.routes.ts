import type { ApiContext } from '#api-server/context.ts'
import { readUserDepartment } from '#api-server/departments/describe-departments.ts'
import { userReply } from '#api-server/facts/user.replies.ts'
import * as onboardingCalls from '#contract/onboarding.calls.ts'
import { isStudent, reaches } from '#domain/users/roles.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import {
  chooseEducationDepartment,
  confirmInformation,
  giveEducationDepartment,
  previewConfirming,
} from './onboarding.ts'

export function onboardingRoutes(app: Api, { database, clock }: ApiContext): void {
  serve(app, onboardingCalls, {
    getUserEducationDepartment: async ({ caller, params }) => readUserDepartment(database, caller, params.id),

    chooseEducationDepartment: async ({ caller, params: { id }, body }) => {
      const choice = { userId: id, departmentId: body.id }
      if (reaches(caller, 'administration'))
        await giveEducationDepartment({ database, clock }, { ...choice, actorId: caller.id })
      else {
        if (!isStudent(caller)) throw new Problem('not-found')
        await chooseEducationDepartment(database, choice)
      }
      return { entity: await readUserDepartment(database, caller, id) }
    },

    listAutomaticEnrollments: async ({ params: { id } }) => {
      const { made, without_seat, ended } = await previewConfirming(database, id, clock())
      return { entities: made, without_seat, ended, _links: {} }
    },

    confirmInformation: async ({ caller, params: { id } }) => {
      const confirmed = await confirmInformation({ database, clock }, id)
      return { entity: userReply(confirmed.user, caller), enrollments_made: confirmed.enrollments_made }
    },
  })
}
