import { ACTIVATED, endRegistrations } from '#api-server/accounts/activate-account.ts'
import type { ApiContext } from '#api-server/context.ts'
import { recordChange, recordUsersEdited } from '#api-server/facts/record-change.ts'
import { requireUser } from '#api-server/facts/require-user.ts'
import { accountReply, followsSource, soleUserReply, userReply } from '#api-server/facts/user.replies.ts'
import { lockAdministrators, lockStudents } from '#api-server/platform/locks.ts'
import { reachOnboardingStep } from '#api-server/users/onboarding-step.ts'
import type { Confirmed } from '#contract/refusals.ts'
import { announce } from '#database/changes/announce.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { noConsequences } from '#domain/consequences/consequence.rules.ts'
import { fieldNamesOf } from '#domain/entities/differences.ts'
import { pick } from '#domain/entities/pick.ts'
import { followRefusal } from '#domain/users/followed.rules.ts'
import { reaches, rolesColumn, rolesOf } from '#domain/users/roles.ts'
import { findable } from '#domain/users/search.rules.ts'
import type { User, UserEdit, UserFields } from '#domain/users/user.schema.ts'
import { userFieldTexts } from '#domain/users/user.texts.ts'
import { editedUser, namesRefusal, newIdentityRefusals, tidyNames } from '#domain/users/user-edit.rules.ts'
import { type Actor, type Caller, requireRecentProof } from '#server/bearer.ts'
import type { KeyRing, Keys } from '#server/keys.ts'
import { Problem } from '#server/problem.ts'
import type { Concerned } from '#server/security-events.ts'
import { inviteUsers } from '../accounts/invitations.ts'
import { barIdentities } from '../logins/bars-and-notices.ts'
import { refusingTaken, requireConfirmation, requireVersion } from '../platform/edits.ts'
import { endLogins } from '../sessions/end-sessions.ts'

interface EditingDeps extends Pick<ApiContext, 'database' | 'letters' | 'clock'> {
  links: KeyRing
  /** ms after a proof in which a role or an activation may be changed; undefined for no limit */
  stepUp: number | undefined
  /** called after the commit with the user whose role changed */
  roleChanged: (concerned: Concerned) => void
}

/**
 * Edits any user, for an administrator. A changed role and a deactivation end all logins of that user at once, and
 * registrations by others for the address. A user activated without a password gets a letter to choose one. Throws `not-found`,
 * `version-stale`, `login-too-old`, `confirmation-needed`, a `NameRefusal`, a `StudentNumberRefusal`, a `ClassGroupRefusal`,
 * `follows-source` or `own-account`.
 */
export async function editUser(
  { database, links, letters, stepUp, clock, roleChanged }: EditingDeps,
  caller: Caller,
  { id, ...edit }: UserEdit & { id: number },
  { confirmed }: Confirmed = {},
) {
  // The only unique field that an edit writes.
  const { user, fields } = await refusingTaken(database, 'student-number-taken', () =>
    database.transaction(async (trx) => {
      await lockAdministrators(trx, caller, id)
      const row = await requireUser(trx, id)
      const user = { ...row, roles: rolesOf(row) }
      requireVersion<UserFields>(edit, user, { texts: userFieldTexts, reply: soleUserReply(row, caller, links) })
      const { first_name, last_name, student_number, class_group } = newIdentityRefusals(edit, user)
      const refusal = first_name ?? last_name ?? student_number ?? class_group
      if (refusal) throw new Problem(refusal)

      const edited = editedUser(edit, pick(user, fieldNames))
      requireUnfollowed(edited, row, caller)
      const fields = changedIn(user, edited)
      if (fields.length === 0) return { user: row, fields }
      if (fields.includes('roles') || fields.includes('activated')) requireRecentProof(caller, stepUp, clock())
      if (id === caller.id && !(reaches(edited, 'administration') && edited.activated)) throw new Problem('own-account')
      const [role_given] = fields.includes('roles') ? edited.roles : []
      if (role_given && confirmed !== undefined) {
        const enrollments_kept = await countUserEnrollments(trx, id)
        requireConfirmation({ ...noConsequences, role_given, enrollments_kept }, confirmed)
      }

      const now = clock()
      await write(trx, row, edited)
      if (fields.includes('roles') || fields.includes('activated')) {
        await endLogins(trx, { userId: id, actorId: caller.id, ending: 'colleague' }, now)
        await endRegistrations(trx, [id])
        if (edited.activated && !user.activated) await inviteWithoutPassword(trx, id, now)
      }
      await recordChange(trx, { actorId: caller.id, action: 'edited', resource: 'user', resourceId: id, fields }, now)
      return { user: await requireUser(trx, id), fields }
    }),
  )
  if (fields.includes('roles')) roleChanged({ user: id, by: caller.id })
  letters.wake()
  return user
}

async function inviteWithoutPassword(trx: Transaction, id: number, now: number): Promise<void> {
  const account = await trx
    .selectFrom('user')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', 'is', null)
    .executeTakeFirst()
  if (account) await inviteUsers(trx, [id], now)
}

/** Throws `follows-source` if that would change what comes from the school's own system. */
function requireUnfollowed(
  edited: Partial<Pick<UserFields, 'first_name' | 'last_name' | 'student_number'>>,
  user: Awaited<ReturnType<typeof requireUser>>,
  caller: Caller,
): void {
  const refusal = followRefusal(edited, { ...user, ...(followsSource(user, caller) && { follows_source: true }) })
  if (refusal) throw new Problem(refusal)
}

const fieldNames = fieldNamesOf(userFieldTexts)

const changedIn = (user: UserFields, edited: UserFields) =>
  fieldNames.filter((name) => String(edited[name]) !== String(user[name])).toSorted()

/** Writes the edit. Activated users need no activation link; deactivated ones have none until an administrator sends one. */
const write = (
  trx: Transaction,
  { id, username, version, roles: before }: { id: number; username: string; version: number; roles: string },
  { roles, ...edited }: UserFields,
) =>
  trx
    .updateTable('user')
    .set({
      ...edited,
      ...findable({ ...edited, username }),
      roles: rolesColumn(roles),
      ...(edited.activated && ACTIVATED),
      ...(rolesColumn(roles) !== before && { registration_ends_at: null }),
      version: version + 1,
    })
    .where('id', '=', id)
    .execute()

type Names = Pick<UserFields, 'first_name' | 'last_name'>

/**
 * Saves one's own names, ignoring other fields: the first step of onboarding, even if the names stay the same. Throws a
 * `NameRefusal` or `follows-source`, or `version-stale` if the user changed meanwhile.
 */
export async function editNames(
  { database, links }: { database: Database; links: KeyRing },
  caller: Caller,
  { first_name, last_name, version }: Pick<UserEdit, keyof Names | 'version'>,
) {
  const refusal = namesRefusal({ first_name, last_name })
  if (refusal) throw new Problem(refusal)
  const names: Names = tidyNames({ first_name, last_name })

  return database.transaction(async (trx) => {
    await lockStudents(trx, [caller.id])
    const user = await requireUser(trx, caller.id)
    const { first_name, last_name } = userFieldTexts
    requireVersion<Names>({ ...names, version }, user, {
      texts: { first_name, last_name },
      reply: accountReply(user, caller, links),
    })
    requireUnfollowed(names, user, caller)
    await trx
      .updateTable('user')
      .set({
        ...findable({ username: user.username, student_number: user.student_number, ...names }),
        version: user.version + 1,
      })
      .where('id', '=', caller.id)
      .execute()
    await announce(trx, [{ event: 'userEdited', user_id: caller.id }])
    await reachOnboardingStep(trx, caller.id, 2)
    return requireUser(trx, caller.id)
  })
}

export interface Erasing {
  ids: readonly number[]
  actorId: number
  keys: Pick<Keys, 'identities'>
  now: number
}

/**
 * Deletes users and all their data; foreign keys decide what happens to rows that refer to them, and the audit log keeps only
 * their id. Their school logins are barred from now on. Letters still in the outbox find no user and are dropped. A step of a
 * larger transaction, which has locked the users.
 */
export async function eraseUsers(trx: Transaction, { ids, actorId, keys, now }: Erasing): Promise<void> {
  await recordUsersEdited(trx, { actorId, userIds: ids, action: 'deleted' }, now)
  const identities = trx.selectFrom('external_identity').select('user_id').distinct().where('user_id', 'in', ids)
  for (const { user_id } of await identities.execute()) await barIdentities(trx, keys.identities, user_id, now)
  await trx.deleteFrom('user').where('id', 'in', ids).execute()
}

/** Deletes one user. Throws `not-found`, `own-account`, `confirmation-needed`. */
export const deleteUser = (
  { database, keys }: { database: Database; keys: Pick<Keys, 'identities'> },
  caller: Actor,
  { userId, confirmed }: { userId: number; confirmed?: string | undefined },
  now: number,
): Promise<{ entity: User; enrollments_deleted: number }> =>
  database.transaction(async (trx) => {
    await lockAdministrators(trx, caller, userId)
    const user = await requireUser(trx, userId)
    if (userId === caller.id) throw new Problem('own-account')
    const enrollments_deleted = await countUserEnrollments(trx, userId)
    // The link alone deletes; a client that wants a confirmation first sends `confirmed`.
    if (confirmed !== undefined) {
      const lost = { enrollments_deleted, ...(await countUserResults(trx, userId)) }
      requireConfirmation({ ...noConsequences, deletes_user: true, ...lost, students: 1 }, confirmed)
    }
    await eraseUsers(trx, { ids: [userId], actorId: caller.id, keys, now })
    return { entity: { ...userReply(user, caller), _links: {} }, enrollments_deleted }
  })

/** Counts enrollments of all times, past ones too. */
export async function countUserEnrollments(kysely: Kysely, userId: number): Promise<number> {
  const { count } = await kysely
    .selectFrom('enrollment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Counts results of all times, without cleared ones. An empty object if there are none. */
async function countUserResults(
  kysely: Kysely,
  userId: number,
): Promise<{ results_deleted?: number; results_published?: number }> {
  const { results_deleted, results_published } = await kysely
    .selectFrom('result')
    .select(({ fn }) => [
      fn.countAll<number>().as('results_deleted'),
      fn.count<number>('published_outcome').as('results_published'),
    ])
    .where('user_id', '=', userId)
    .where((either) => either.or([either('outcome', 'is not', null), either('published_outcome', 'is not', null)]))
    .executeTakeFirstOrThrow()
  return results_deleted === 0 ? {} : { results_deleted, results_published }
}
