import type { ApiContext } from '#api-server/context.ts'
import { readUserDepartment } from '#api-server/departments/describe-departments.ts'
import { requireOwnStudent } from '#api-server/facts/require-user.ts'
import { userReply } from '#api-server/facts/user.replies.ts'
import * as schemas from '#contract/onboarding.schema.ts'
import * as onboarding from '#contract/onboarding.ts'
import { reaches } from '#domain/users/roles.ts'
import { authorise, callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import {
  chooseEducationDepartment as chooseDepartment,
  confirmInformation as confirm,
  giveEducationDepartment,
  previewConfirming,
} from './onboarding.ts'

/** Onboarding: what a new student fills in, and its consequences. */
export function onboardingRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(onboarding.getUserEducationDepartment, schemas.getUserEducationDepartmentSchemas, {
      summary: 'The department of a user; not-found without one',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      authorise(caller, request.params.id)
      return readUserDepartment(database, caller, request.params.id)
    },
  })

  app.route({
    ...operation(onboarding.chooseEducationDepartment, schemas.chooseEducationDepartmentSchemas, {
      summary: 'Choose a department while onboarding; an administrator also for a student who is not through it',
      reasons: ['not-yours', 'not-found', 'onboarding-done', 'education-department-unavailable'],
    }),
    handler: async (request) => {
      const { id } = request.params
      const caller = callerOf(request)
      const choice = { userId: id, departmentId: request.body.id }
      if (reaches(caller, 'administration'))
        await giveEducationDepartment({ database, clock }, { ...choice, actorId: caller.id })
      else {
        requireOwnStudent(caller, id)
        await chooseDepartment(database, choice)
      }
      return { entity: await readUserDepartment(database, caller, id) }
    },
  })

  app.route({
    ...operation(onboarding.listAutomaticEnrollments, schemas.listAutomaticEnrollmentsSchemas, {
      summary: 'The enrollments that confirming would make now, and those that it would end',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      const { id } = request.params
      requireOwnStudent(callerOf(request), id)
      const { made, without_seat, ended } = await previewConfirming(database, id, clock())
      return { entities: made, without_seat, ended, _links: {} }
    },
  })

  app.route({
    ...operation(onboarding.confirmInformation, schemas.confirmInformationSchemas, {
      summary: 'Confirm what onboarding asked, which also makes the automatic enrollments',
      reasons: ['not-yours', 'not-found', 'information-incomplete'],
    }),
    handler: async (request) => {
      const { id } = request.params
      const caller = callerOf(request)
      requireOwnStudent(caller, id)
      const confirmed = await confirm({ database, clock }, id)
      return { entity: userReply(confirmed.user, caller), enrollments_made: confirmed.enrollments_made }
    },
  })
}
