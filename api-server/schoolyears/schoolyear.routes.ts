import type { ApiContext } from '#api-server/context.ts'
import { nextLink } from '#api-server/platform/paging.ts'
import { schoolNameRefusals } from '#api-server/schoolyears/school-names.ts'
import { findActiveSchoolyear, requireSchoolyear } from '#api-server/schoolyears/schoolyear.queries.ts'
import { schoolyearReply } from '#api-server/schoolyears/schoolyear.replies.ts'
import {
  createSchoolyear as create,
  editSchoolyear as edit,
  pageSchoolyears,
} from '#api-server/schoolyears/schoolyears.ts'
import * as schemas from '#contract/schoolyears.schema.ts'
import * as schoolyear from '#contract/schoolyears.ts'
import { callerOf, requireReach } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

const nameRefusals = ['schoolyear-name-taken', ...schoolNameRefusals] as const

export function schoolyearRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(schoolyear.getActiveSchoolyear, schemas.getActiveSchoolyearSchemas, {
      summary: 'The active school year; not-found while none is active',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const active = await findActiveSchoolyear(database.kysely)
      if (!active) throw new Problem('not-found')
      return schoolyearReply(active, callerOf(request))
    },
  })

  app.route({
    ...operation(schoolyear.getSchoolyear, schemas.getSchoolyearSchemas, {
      summary: 'One school year',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      const caller = requireReach(callerOf(request), 'administration')
      return schoolyearReply(await requireSchoolyear(database.kysely, request.params.id), caller)
    },
  })

  app.route({
    ...operation(schoolyear.listSchoolyears, schemas.listSchoolyearsSchemas, {
      summary: 'The school years, the latest name first',
      reasons: ['not-yours'],
    }),
    handler: async (request) => {
      const caller = requireReach(callerOf(request), 'administration')
      const { paging } = request.params
      const { cursor, sort } = request.query
      const page = await pageSchoolyears(database, { size: paging, cursor, sort })
      return {
        entities: page.schoolyears.map((row) => schoolyearReply(row, caller)),
        _links: nextLink(schoolyear.listSchoolyears, page.next, {
          params: { paging },
          query: { sort },
        }),
      }
    },
  })

  app.route({
    ...operation(schoolyear.createSchoolyear, schemas.createSchoolyearSchemas, {
      summary: 'Create a school year, which is inactive',
      statuses: [201],
      reasons: ['not-yours', ...nameRefusals],
    }),
    handler: async (request, reply) => {
      const caller = requireReach(callerOf(request), 'administration')
      const created = await create({ database, clock }, caller, request.body)
      reply.code(201)
      return { entity: schoolyearReply(created, caller) }
    },
  })

  app.route({
    ...operation(schoolyear.editSchoolyear, schemas.editSchoolyearSchemas, {
      summary:
        'Rename, activate or deactivate a school year; activating deactivates the other, and asks first if wished',
      reasons: ['not-yours', 'not-found', 'version-stale', 'confirmation-needed', ...nameRefusals],
    }),
    handler: async (request) => {
      const caller = requireReach(callerOf(request), 'administration')
      const edited = await edit({ database, clock }, caller, { id: request.params.id, ...request.body }, request.query)
      return {
        entity: schoolyearReply(edited.schoolyear, caller),
        deactivated: edited.deactivated && schoolyearReply(edited.deactivated, caller),
        ...edited.made,
      }
    },
  })
}
