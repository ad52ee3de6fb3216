import type { ApiContext } from '#api-server/context.ts'
import { schoolNameRefusals } from '#api-server/facts/school-names.ts'
import { findActiveSchoolyear, findRecesses, requireSchoolyear } from '#api-server/facts/schoolyear.queries.ts'
import { WITH_MODULES_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import { nextLink } from '#api-server/platform/paging.ts'
import { assessCopy, copyTestmoments as copyYear } from '#api-server/schoolyears/copy-testmoments.ts'
import { replaceRecesses } from '#api-server/schoolyears/recesses.ts'
import { managedSchoolyearReply, schoolyearReply } from '#api-server/schoolyears/schoolyear.replies.ts'
import {
  createSchoolyear as create,
  deleteSchoolyear as deleteYear,
  editSchoolyear as edit,
  pageSchoolyears,
} from '#api-server/schoolyears/schoolyears.ts'
import * as schemas from '#contract/schoolyears.schema.ts'
import * as schoolyear from '#contract/schoolyears.ts'
import { placeRefusals } from '#domain/testmoments/place.rules.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

const nameRefusals = ['schoolyear-name-taken', ...schoolNameRefusals] as const

export function schoolyearRoutes(app: Api, context: ApiContext): void {
  const { database } = context

  app.route({
    ...operation(schoolyear.getActiveSchoolyear, schemas.getActiveSchoolyearSchemas, {
      reach: 'account',
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
      reach: 'administration',
      summary: 'One school year',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      return managedSchoolyearReply(await requireSchoolyear(database.kysely, request.params.id))
    },
  })

  app.route({
    ...operation(schoolyear.listSchoolyears, schemas.listSchoolyearsSchemas, {
      reach: 'administration',
      summary: 'The school years, the latest name first; archived ones too where they are asked for',
    }),
    handler: async (request) => {
      const { paging } = request.params
      const { cursor, sort, archived } = request.query
      const page = await pageSchoolyears(database, { size: paging, cursor, sort, archived: archived === 'too' })
      return {
        entities: page.schoolyears.map(managedSchoolyearReply),
        _links: nextLink(schoolyear.listSchoolyears, page.next, {
          params: { paging },
          query: { sort, archived },
        }),
      }
    },
  })

  schoolyearEditRoutes(app, context)
  recessRoutes(app, context)
  copyRoutes(app, context)
}

/** Routes that create, edit and delete school years. */
function schoolyearEditRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(schoolyear.createSchoolyear, schemas.createSchoolyearSchemas, {
      reach: 'administration',
      summary: 'Create a school year, which is inactive',
      statuses: [201],
      reasons: nameRefusals,
      rebuild: async (_, [made]) =>
        made && { entity: managedSchoolyearReply(await requireSchoolyear(database.kysely, made.id)) },
    }),
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const created = await create({ database, clock }, caller, request.body)
      reply.code(201)
      return { entity: managedSchoolyearReply(created) }
    },
  })

  app.route({
    ...operation(schoolyear.editSchoolyear, schemas.editSchoolyearSchemas, {
      reach: 'administration',
      summary:
        'Rename, activate or deactivate a school year, put it away or bring it back; activating deactivates the other, and asks first if wished',
      reasons: [
        'not-found',
        'version-stale',
        'confirmation-needed',
        'schoolyear-active',
        'schoolyear-archived',
        ...nameRefusals,
      ],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const edited = await edit({ database, clock }, caller, { id: request.params.id, ...request.body }, request.query)
      return {
        entity: managedSchoolyearReply(edited.schoolyear),
        deactivated: edited.deactivated && managedSchoolyearReply(edited.deactivated),
        ...edited.made,
      }
    },
  })

  app.route({
    ...operation(schoolyear.deleteSchoolyear, schemas.deleteSchoolyearSchemas, {
      reach: 'administration',
      summary: 'Delete a school year without test moments, and its days without lessons with it',
      reasons: ['not-found', 'schoolyear-active', 'schoolyear-in-use'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const deleted = await deleteYear({ database, clock }, caller, request.params.id)
      return { entity: managedSchoolyearReply(deleted) }
    },
  })
}

/** Routes for the days of a school year without lessons. */
function recessRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(schoolyear.listRecesses, schemas.listRecessesSchemas, {
      reach: 'administration',
      summary: 'The days of a school year without lessons, by the first of them',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const { id, version } = await requireSchoolyear(database.kysely, request.params.id)
      return { entities: await findRecesses(database.kysely, id), version }
    },
  })

  app.route({
    ...operation(schoolyear.replaceRecesses, schemas.replaceRecessesSchemas, {
      reach: 'administration',
      summary: 'Replace the days of a school year without lessons',
      reasons: ['not-found', 'version-stale', 'recess-reversed', ...schoolNameRefusals],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const edit = { id: request.params.id, list: request.body, actorId: caller.id }
      return { entity: await replaceRecesses({ database, clock }, edit) }
    },
  })
}

/** Routes for test moments that one school year takes over from another. */
function copyRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(schoolyear.previewCopy, schemas.previewCopySchemas, {
      reach: 'administration',
      summary: 'The test moments of one school year that another can take over, with what is known of its days',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const { schoolyear: target, source, ...rest } = await assessCopy(database.kysely, request.params)
      return { schoolyear: managedSchoolyearReply(target), source: managedSchoolyearReply(source), ...rest }
    },
  })

  app.route({
    ...operation(schoolyear.copyTestmoments, schemas.copyTestmomentsSchemas, {
      reach: 'administration',
      summary: 'Take over test moments of another school year, closed, all of them or none; asks first if wished',
      statuses: [201],
      reasons: [
        'not-found',
        'module-unknown',
        'confirmation-needed',
        'opening-past',
        'closing-past',
        'opening-too-late',
        'closing-too-late',
        'schedule-reversed',
        ...placeRefusals,
      ],
    }),
    bodyLimit: WITH_MODULES_LIMIT_BYTES,
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const copying = { id: request.params.id, copies: request.body, actorId: caller.id, ...request.query }
      reply.code(201)
      return copyYear({ database, clock }, copying)
    },
  })
}
