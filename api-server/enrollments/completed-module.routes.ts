import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import { requireStudent } from '#api-server/facts/require-user.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import * as modulesCalls from '#contract/modules.calls.ts'
import type { completeModules } from '#contract/modules.gen.ts'
import type { EnrollingParty } from '#domain/enrollments/enrollment.rules.ts'
import { partyOf } from '#server/bearer.ts'
import { type Api, serve } from '#server/operation.ts'
import { completeModules as complete, uncompleteModules } from './completed-modules.ts'
import { moduleStatuses } from './student-lists/student-lists.ts'

export function completedModuleRoutes(app: Api, { database, studentSnapshots, clock }: ApiContext): void {
  const wishOf = async (request: FastifyRequest<{ Params: { id: number }; Body: BodyOf<typeof completeModules> }>) => {
    const userId = request.params.id
    await requireStudent(database, request.caller, userId)
    return { userId, moduleIds: [...new Set(request.body.entities.map(({ id }) => id))] }
  }
  const statuses = async (userId: number, by: EnrollingParty = 'student') =>
    moduleStatuses(await studentSnapshots.read(await studentSnapshots.revisionOf(userId)), by)

  serve(app, modulesCalls, {
    completeModules: async (request) => {
      const wish = await wishOf(request)
      const enrollments_deleted = await complete({ database, clock }, wish)
      return { entity: { entities: await statuses(wish.userId) }, enrollments_deleted, enrollments_made: 0 }
    },

    uncompleteModules: async (request) => {
      const { caller } = request
      const by = partyOf(caller)
      const wish = await wishOf(request)
      const liftedBy = by === 'administrator' ? caller.id : undefined
      const enrollments_made = await uncompleteModules({ database, clock }, { ...wish, liftedBy })
      return { entity: { entities: await statuses(wish.userId, by) }, enrollments_deleted: 0, enrollments_made }
    },
  })
}
