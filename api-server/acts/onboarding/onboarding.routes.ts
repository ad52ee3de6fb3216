import type { ApiContext } from '#api-server/context.ts'
import { readUserDepartment } from '#api-server/departments/describe-departments.ts'
import { userReply } from '#api-server/facts/user.replies.ts'
import * as schemas from '#contract/onboarding.schema.ts'
import * as onboarding from '#contract/onboarding.ts'
import { isStudent, reaches } from '#domain/users/roles.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import {
  chooseEducationDepartment as chooseDepartment,
  confirmInformation as confirm,
  giveEducationDepartment,
  previewConfirming,
} from './onboarding.ts'

/** Routes for onboarding: the data that a new student fills in, and its consequences. */
export function onboardingRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(onboarding.getUserEducationDepartment, schemas.getUserEducationDepartmentSchemas, {
      reach: 'self-or-administration',
      summary: 'The department of a user; not-found without one',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      return readUserDepartment(database, caller, request.params.id)
    },
  })

  app.route({
    ...operation(onboarding.chooseEducationDepartment, schemas.chooseEducationDepartmentSchemas, {
      reach: 'self-or-administration',
      summary: 'Choose a department while onboarding; an administrator also for a student who is not through it',
      reasons: ['not-found', 'onboarding-done', 'education-department-unavailable'],
    }),
    handler: async (request) => {
      const { id } = request.params
      const caller = callerOf(request)
      const choice = { userId: id, departmentId: request.body.id }
      if (reaches(caller, 'administration'))
        await giveEducationDepartment({ database, clock }, { ...choice, actorId: caller.id })
      else {
        if (!isStudent(caller)) throw new Problem('not-found')
        await chooseDepartment(database, choice)
      }
      return { entity: await readUserDepartment(database, caller, id) }
    },
  })

  app.route({
    ...operation(onboarding.listAutomaticEnrollments, schemas.listAutomaticEnrollmentsSchemas, {
      reach: 'student-self',
      summary: 'The enrollments that confirming would make now, and those that it would end',
    }),
    handler: async (request) => {
      const { id } = request.params
      const { made, without_seat, ended } = await previewConfirming(database, id, clock())
      return { entities: made, without_seat, ended, _links: {} }
    },
  })

  app.route({
    ...operation(onboarding.confirmInformation, schemas.confirmInformationSchemas, {
      reach: 'student-self',
      summary: 'Confirm what onboarding asked, which also makes the automatic enrollments',
      reasons: ['information-incomplete'],
    }),
    handler: async (request) => {
      const { id } = request.params
      const caller = callerOf(request)
      const confirmed = await confirm({ database, clock }, id)
      return { entity: userReply(confirmed.user, caller), enrollments_made: confirmed.enrollments_made }
    },
  })
}
