import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/api-context.ts'
import { requireAdministrator } from '#api-server/platform/authorise.ts'
import { listTestmomentModules } from '#api-server/queries/list-testmoment-modules.ts'
import { testmomentModuleReply } from '#api-server/replies/managed-testmoment-reply.ts'
import { editTestmomentModules } from '#api-server/use-cases/edit-testmoment-modules.ts'
import { requireTestmoment } from '#api-server/use-cases/require-testmoment.ts'
import * as schemas from '#contract/testmoment.schema.ts'
import * as contract from '#contract/testmoment.ts'
import type { TestmomentModuleList } from '#domain/testmoments/testmoment.schema.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

/** Which modules a test moment offers, for administrators. */
export function testmomentModuleRoutes(app: Api, { database, clock }: ApiContext): void {
  const reasons = ['not-yours', 'not-found', 'module-unknown', 'version-stale', 'confirmation-needed'] as const

  type EditRequest = FastifyRequest<{
    Params: { id: number }
    Querystring: { confirmed?: string | undefined }
    Body: TestmomentModuleList
  }>
  const edit = async (request: EditRequest, act: 'replace' | 'add') => {
    const caller = requireAdministrator(callerOf(request))
    const { id } = request.params
    const { entities, version, ...counts } = await editTestmomentModules(
      { database, clock },
      { id, act, list: request.body, confirmed: request.query.confirmed, actorId: caller.id },
    )
    return { entity: { entities: entities.map(testmomentModuleReply), version }, ...counts }
  }

  app.route({
    ...operation(contract.listTestmomentModules, schemas.listTestmomentModulesSchemas, {
      summary: 'The modules that a test moment lists, by name; none means that it offers all',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      requireAdministrator(callerOf(request))
      const { id } = await requireTestmoment(database.kysely, request.params)
      const modules = await listTestmomentModules(database.kysely, [id])
      return { entities: modules.map(testmomentModuleReply), _links: {} }
    },
  })

  app.route({
    ...operation(contract.replaceTestmomentModules, schemas.replaceTestmomentModulesSchemas, {
      summary: 'Replace the modules of a test moment; asks first when students would lose by it or it would offer all',
      reasons,
    }),
    handler: (request) => edit(request, 'replace'),
  })

  app.route({
    ...operation(contract.addTestmomentModules, schemas.addTestmomentModulesSchemas, {
      summary: 'Add modules to a test moment or change their toggle; asks first when students would lose by it',
      reasons,
    }),
    handler: (request) => edit(request, 'add'),
  })
}
