import type { ApiContext } from '#api-server/context.ts'
import * as loginsCalls from '#contract/logins.calls.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { liftBar, listBarredLogins, listLoginNotices, settleNotice } from './bars-and-notices.ts'
import { loginMethodsOf } from './login-methods.ts'
import { beginAt } from './school-login.ts'
import { unlinkSchool } from './unlinking.ts'

export function linkingRoutes(app: Api, context: ApiContext): void {
  const { database, logins, clock } = context

  serve(app, loginsCalls, {
    linkSchoolLogin: async ({ caller: { id: userId, sessionId } }, reply) => {
      if (!logins.school) throw new Problem('not-found')
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

    unlinkSchoolLogin: async ({ caller, params: { id } }) => {
      await unlinkSchool(context, caller, id)
      return { entity: await loginMethodsOf(context, caller, id) }
    },

    listLoginNotices: async () => ({ entities: await listLoginNotices(database.kysely), _links: {} }),

    settleLoginNotice: async ({ params }) => ({ entity: await settleNotice(database, params.id, clock()) }),

    listBarredLogins: async () => ({ entities: await listBarredLogins(database.kysely), _links: {} }),

    liftBarredLogin: async ({ caller: { id: actorId }, params }) => ({
      entity: await liftBar(database, { id: params.id, actorId }, clock()),
    }),
  })
}
