import type { ApiContext } from '#api-server/context.ts'
import { findActiveSchoolyear, requireSchoolyear } from '#api-server/facts/schoolyear.queries.ts'
import { WITH_MODULES_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import { nextLink } from '#api-server/platform/paging.ts'
import { assessCopy, copyTestmoments } from '#api-server/schoolyears/copy-testmoments.ts'
import { findRecesses, replaceRecesses } from '#api-server/schoolyears/recesses.ts'
import { managedSchoolyearReply, schoolyearReply } from '#api-server/schoolyears/schoolyear.replies.ts'
import {
  createSchoolyear,
  deleteSchoolyear,
  editSchoolyear as edit,
  pageSchoolyears,
} from '#api-server/schoolyears/schoolyears.ts'
import * as schoolyearsCalls from '#contract/schoolyears.calls.ts'
import * as schoolyear from '#contract/schoolyears.gen.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

export function schoolyearRoutes(app: Api, context: ApiContext): void {
  const { database } = context

  serve(app, schoolyearsCalls, {
    getActiveSchoolyear: async ({ caller }) => {
      const active = await findActiveSchoolyear(database.kysely)
      if (!active) throw new Problem('not-found')
      return schoolyearReply(active, caller)
    },

    getSchoolyear: async (request) =>
      managedSchoolyearReply(await requireSchoolyear(database.kysely, request.params.id)),

    listSchoolyears: async (request) => {
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

function schoolyearEditRoutes(app: Api, { database, clock }: ApiContext): void {
  serve(app, schoolyearsCalls, {
    createSchoolyear: {
      rebuild: async (_, [made]) =>
        made && { entity: managedSchoolyearReply(await requireSchoolyear(database.kysely, made.id)) },
      handler: async ({ caller, body }) => {
        const created = await createSchoolyear({ database, clock }, caller, body)
        return { entity: managedSchoolyearReply(created) }
      },
    },

    editSchoolyear: async ({ caller, params, query, body }) => {
      const edited = await edit({ database, clock }, caller, { id: params.id, ...body }, query)
      return {
        entity: managedSchoolyearReply(edited.schoolyear),
        deactivated: edited.deactivated && managedSchoolyearReply(edited.deactivated),
        ...edited.made,
      }
    },

    deleteSchoolyear: async ({ caller, params }) => {
      const deleted = await deleteSchoolyear({ database, clock }, caller, params.id)
      return { entity: managedSchoolyearReply(deleted) }
    },
  })
}

function recessRoutes(app: Api, { database, clock }: ApiContext): void {
  serve(app, schoolyearsCalls, {
    listRecesses: async (request) => {
      const { id, version } = await requireSchoolyear(database.kysely, request.params.id)
      return { entities: await findRecesses(database.kysely, id), version }
    },

    replaceRecesses: async ({ caller, params, body }) => {
      const edit = { id: params.id, list: body, actorId: caller.id }
      return { entity: await replaceRecesses({ database, clock }, edit) }
    },
  })
}

function copyRoutes(app: Api, { database, clock }: ApiContext): void {
  serve(app, schoolyearsCalls, {
    previewCopy: async (request) => {
      const { schoolyear: target, source, ...rest } = await assessCopy(database.kysely, request.params)
      return { schoolyear: managedSchoolyearReply(target), source: managedSchoolyearReply(source), ...rest }
    },

    copyTestmoments: {
      bodyLimit: WITH_MODULES_LIMIT_BYTES,
      handler: async ({ caller, params, query, body }) => {
        const copying = { id: params.id, copies: body, actorId: caller.id, ...query }
        return copyTestmoments({ database, clock }, copying)
      },
    },
  })
}
