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

export function schoolyearRoutes(app: Api, { database, clock }: ApiContext): void {
  serve(app, schoolyearsCalls, {
    getActiveSchoolyear: async ({ caller }) => {
      const active = await findActiveSchoolyear(database.kysely)
      if (!active) throw new Problem('not-found')
      return schoolyearReply(active, caller)
    },

    getSchoolyear: async ({ params }) => managedSchoolyearReply(await requireSchoolyear(database.kysely, params.id)),

    listSchoolyears: async ({ params: { paging }, query: { cursor, sort, archived } }) => {
      const page = await pageSchoolyears(database, { size: paging, cursor, sort, archived: archived === 'too' })
      return {
        entities: page.schoolyears.map(managedSchoolyearReply),
        _links: nextLink(schoolyear.listSchoolyears, page.next, {
          params: { paging },
          query: { sort, archived },
        }),
      }
    },

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

    listRecesses: async ({ params }) => {
      const { id, version } = await requireSchoolyear(database.kysely, params.id)
      return { entities: await findRecesses(database.kysely, id), version }
    },

    replaceRecesses: async ({ caller, params, body }) => {
      const edit = { id: params.id, list: body, actorId: caller.id }
      return { entity: await replaceRecesses({ database, clock }, edit) }
    },

    previewCopy: async ({ params }) => {
      const { schoolyear: target, source, ...rest } = await assessCopy(database.kysely, params)
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
