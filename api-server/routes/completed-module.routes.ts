import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/api-context.ts'
import { requireOwn } from '#api-server/platform/authorise.ts'
import { moduleStatuses } from '#api-server/reading/module-statuses.ts'
import { completeModules as complete } from '#api-server/use-cases/complete-modules.ts'
import { requireStudent } from '#api-server/use-cases/require-student.ts'
import { uncompleteModules as uncomplete } from '#api-server/use-cases/uncomplete-modules.ts'
import { completeModulesSchemas, uncompleteModulesSchemas } from '#contract/completed-module.schema.ts'
import { completeModules, type IdList, uncompleteModules } from '#contract/completed-module.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

export function completedModuleRoutes(app: Api, { database, readingRoom, clock }: ApiContext): void {
  const reasons = ['not-yours', 'not-found', 'module-unknown'] as const

  const wishOf = async (request: FastifyRequest<{ Params: { id: number }; Body: IdList }>) => {
    const userId = request.params.id
    requireOwn(callerOf(request), userId)
    await requireStudent(database, callerOf(request), userId)
    return { userId, moduleIds: [...new Set(request.body.entities.map(({ id }) => id))] }
  }
  const statuses = async (userId: number) =>
    moduleStatuses(await readingRoom.read(await readingRoom.glance(userId)), 'student')

  app.route({
    ...operation(completeModules, completeModulesSchemas, {
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
      summary: 'Mark modules as not completed, which enrolls where that is automatic',
      reasons,
    }),
    handler: async (request) => {
      const wish = await wishOf(request)
      const enrollments_made = await uncomplete({ database, clock }, wish)
      return { entity: { entities: await statuses(wish.userId) }, enrollments_deleted: 0, enrollments_made }
    },
  })
}
