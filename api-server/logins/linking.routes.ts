import type { ApiContext } from '#api-server/context.ts'
import * as schemas from '#contract/logins.schema.ts'
import * as contract from '#contract/logins.ts'
import { callerOf, requireRecentProof } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { liftBar, listBarredLogins, listLoginNotices, settleNotice } from './bars-and-notices.ts'
import { loginMethodsOf, requireProofForChange } from './login-methods.ts'
import { beginAt } from './school-login.ts'
import { unlinkSchool } from './unlinking.ts'

/** Routes for linking and unlinking school logins, notices for administrators about such logins, and barred identities. */
export function linkingRoutes(app: Api, context: ApiContext): void {
  const { database, logins, clock } = context

  app.route({
    ...operation(contract.linkSchoolLogin, schemas.linkSchoolLoginSchemas, {
      reach: 'self',
      summary: 'Begin at the school’s provider to make the login there yours; only this browser can end it',
      reasons: ['not-found', 'school-unavailable'],
    }),
    handler: async (request, reply) => {
      const caller = callerOf(request)
      await requireProofForChange(context, caller, clock())
      if (!logins.school) throw new Problem('not-found')
      const { id: userId, sessionId } = caller
      const begun = await beginAt(context, {
        purpose: 'link',
        userId,
        sessionId,
        returnPath: '/settings',
        now: clock(),
      })
      reply.header('set-cookie', begun.cookie)
      return { href: begun.href }
    },
  })

  app.route({
    ...operation(contract.unlinkSchoolLogin, schemas.unlinkSchoolLoginSchemas, {
      reach: 'self-or-administration',
      summary: 'Take the login of the school away: of a colleague, or your own while another way in is left',
      reasons: ['not-found', 'school-login-last'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const { id } = request.params
      if (caller.id === id) await requireProofForChange(context, caller, clock())
      else requireRecentProof(caller, logins.stepUp, clock())
      await unlinkSchool(context, caller, id)
      return { entity: await loginMethodsOf(context, caller, id) }
    },
  })

  app.route({
    ...operation(contract.listLoginNotices, schemas.listLoginNoticesSchemas, {
      reach: 'administration',
      summary: 'What logins by the school met and nobody settled yet, the latest first: for administrators',
    }),
    handler: async () => {
      return { entities: await listLoginNotices(database.kysely), _links: {} }
    },
  })

  app.route({
    ...operation(contract.settleLoginNotice, schemas.settleLoginNoticeSchemas, {
      reach: 'administration',
      summary: 'Settle what a login met: it comes back only if somebody else is concerned',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      return { entity: await settleNotice(database, request.params.id, clock()) }
    },
  })

  app.route({
    ...operation(contract.listBarredLogins, schemas.listBarredLoginsSchemas, {
      reach: 'administration',
      summary: 'Logins by the school of deleted accounts, who tried last first: for administrators',
    }),
    handler: async () => {
      return { entities: await listBarredLogins(database.kysely), _links: {} }
    },
  })

  app.route({
    ...operation(contract.liftBarredLogin, schemas.liftBarredLoginSchemas, {
      reach: 'administration',
      summary: 'Let somebody in again whose account was deleted: they get a new one',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const { id: actorId } = callerOf(request)
      return { entity: await liftBar(database, { id: request.params.id, actorId }, clock()) }
    },
  })
}
