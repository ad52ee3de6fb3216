import type { ApiContext } from '#api-server/context.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { lockAdministrators, lockStudents } from '#api-server/platform/locks.ts'
import * as loginsCalls from '#contract/logins.calls.ts'
import { announce } from '#database/changes/announce.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import type { Transaction } from '#database/tables.ts'
import { passwordLetsIn } from '#domain/logins/second-factor.rules.ts'
import { rolesOf } from '#domain/users/roles.ts'
import type { Caller } from '#server/bearer.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'
import { liftBar, listBarredLogins, listLoginNotices, settleNotice } from './bars-and-notices.ts'
import { loginMethodsOf } from './login-methods.ts'
import { beginAt } from './school-login.ts'

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

type Deps = Pick<ApiContext, 'database' | 'logins' | 'letters' | 'clock'>

/**
 * Unlinks the school login from an account: a colleague's, or one's own while another way in is left. Sessions that began by it
 * end, except the caller's; the owner gets a letter. Throws `not-found` if there is none, and `school-login-last`.
 */
async function unlinkSchool(deps: Deps, caller: Caller, userId: number): Promise<void> {
  const now = deps.clock()
  await deps.database.transaction(async (trx) => {
    if (caller.id === userId) await lockStudents(trx, [userId])
    else await lockAdministrators(trx, caller, userId)
    const theirs = trx.selectFrom('external_identity').select('id').where('user_id', '=', userId)
    const identityIds = (await theirs.execute()).map(({ id }) => id)
    if (identityIds.length === 0) throw new Problem('not-found')
    if (caller.id === userId && !(await hasOtherWayIn(trx, deps, userId))) throw new Problem('school-login-last')

    await trx
      .updateTable('session')
      .set({ revoked_at: new Date(now).toISOString() })
      .where('identity_id', 'in', identityIds)
      .where('id', '<>', caller.sessionId)
      .where('revoked_at', 'is', null)
      .execute()
    await announce(trx, [{ event: 'loginsEnded', user_id: userId }])
    // A person on the way back from the provider is then unknown.
    await trx
      .deleteFrom('login_ticket')
      .where('user_id', '=', userId)
      .where('kind', 'in', ['school-login', 'school-code'])
      .execute()
    await trx.deleteFrom('external_identity').where('id', 'in', identityIds).execute()
    const change = { actorId: caller.id, action: 'school-unlinked', resource: 'user', resourceId: userId } as const
    await recordChange(trx, change, now)
    await enqueue(trx, 'login-changed-letter', { user_id: userId, changed: 'school-unlinked' }, now)
  })
  deps.letters.wake()
}

async function hasOtherWayIn(trx: Transaction, { logins }: Deps, userId: number): Promise<boolean> {
  const passkey = trx.selectFrom('passkey').select('id').where('user_id', '=', userId)
  if (await passkey.executeTakeFirst()) return true
  const user = await trx
    .selectFrom('user')
    .select(['roles', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.password_hash !== null && passwordLetsIn(logins.passwords, { roles: rolesOf(user) })
}
