import { recordChange } from '#api-server/audit/record-change.ts'
import { lockAdministrators } from '#api-server/platform/locks.ts'
import { countUserEnrollments } from '#api-server/queries/count-user-enrollments.ts'
import { userReply } from '#api-server/replies/user-reply.ts'
import type { Database } from '#database/engine/open-database.ts'
import { noConsequences } from '#domain/entities/consequence.rules.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Caller } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'
import { requireConfirmation } from '../platform/edits.ts'
import { requireUser } from './require-user.ts'

/**
 * Deletes a user with all that is theirs; what refers to them in the database says itself what becomes of it, and the
 * audit trail keeps their id alone. Letters that still wait find nobody and are dropped. Throws `not-found`,
 * `own-account`, `confirmation-needed`.
 */
export const deleteUser = (
  database: Database,
  caller: Pick<Caller, 'id' | 'roles'>,
  { userId, confirmed }: { userId: number; confirmed?: string | undefined },
  now: number,
): Promise<{ entity: User; enrollments_deleted: number }> =>
  database.transaction(async (trx) => {
    await lockAdministrators(trx, caller, userId)
    const user = await requireUser(trx, userId)
    if (userId === caller.id) throw new Problem('own-account')
    const enrollments_deleted = await countUserEnrollments(trx, userId)
    // The link alone deletes; what asks is whoever wishes to be asked.
    if (confirmed !== undefined)
      requireConfirmation({ ...noConsequences, deletes_user: true, enrollments_deleted, students: 1 }, confirmed)
    await recordChange(trx, { actorId: caller.id, action: 'deleted', resource: 'user', resourceId: userId }, now)
    await trx.deleteFrom('user').where('id', '=', userId).execute()
    return { entity: { ...userReply(user, caller), _links: {} }, enrollments_deleted }
  })
