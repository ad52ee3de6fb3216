import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import { requireStudent } from '#api-server/facts/require-user.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { completeModulesSchemas, uncompleteModulesSchemas } from '#contract/modules.schema.ts'
import { completeModules, uncompleteModules } from '#contract/modules.ts'
import type { EnrollingParty } from '#domain/enrollments/enrollment.rules.ts'
import { callerOf, partyOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { completeModules as complete, uncompleteModules as uncomplete } from './completed-modules.ts'
import { moduleStatuses } from './student-lists/student-lists.ts'

/** Routes to mark modules as completed or not, which may end or make enrollments. */
export function completedModuleRoutes(app: Api, { database, studentSnapshots, clock }: ApiContext): void {
  const reasons = ['not-found', 'module-unknown'] as const

  const wishOf = async (request: FastifyRequest<{ Params: { id: number }; Body: BodyOf<typeof completeModules> }>) => {
    const userId = request.params.id
    await requireStudent(database, callerOf(request), userId)
    return { userId, moduleIds: [...new Set(request.body.entities.map(({ id }) => id))] }
  }
  const statuses = async (userId: number, by: EnrollingParty = 'student') =>
    moduleStatuses(await studentSnapshots.read(await studentSnapshots.revisionOf(userId)), by)

  app.route({
    ...operation(completeModules, completeModulesSchemas, {
      reach: 'self',
      summary: 'Mark modules as completed, which ends the current enrollments in them',
      reasons,
    }),
    handler: async (request) => {
      const wish = await wishOf(request)
      const enrollments_deleted = await complete({ database, clock }, wish)
      return { entity: { entities: await statuses(wish.userId) }, enrollments_deleted, enrollments_made: 0 }
    },
  })

  app.route({
    ...operation(uncompleteModules, uncompleteModulesSchemas, {
      reach: 'self-or-administration',
      summary:
        'Mark modules as not completed, which enrolls where that is automatic; as an administrator those that were by a result, and no others',
      reasons: [...reasons, 'completion-by-result'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const by = partyOf(caller)
      const wish = await wishOf(request)
      const liftedBy = by === 'administrator' ? caller.id : undefined
      const enrollments_made = await uncomplete({ database, clock }, { ...wish, liftedBy })
      return { entity: { entities: await statuses(wish.userId, by) }, enrollments_deleted: 0, enrollments_made }
    },
  })
}
