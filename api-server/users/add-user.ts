import { inviteUsers } from '#api-server/accounts/invitations.ts'
import type { ApiContext } from '#api-server/context.ts'
import { findEducationDepartment } from '#api-server/facts/department.queries.ts'
import { activationExpiry, newLinkNonce } from '#api-server/facts/link-key.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { requireUser } from '#api-server/facts/require-user.ts'
import { refusingTaken } from '#api-server/platform/edits.ts'
import { usernameFaults } from '#domain/accounts/account.rules.ts'
import { isStudent } from '#domain/users/roles.ts'
import { findable } from '#domain/users/search.rules.ts'
import { studentNumberRefusal } from '#domain/users/student-number.rules.ts'
import type { UserCreation } from '#domain/users/user.schema.ts'
import {
  classGroupRefusal,
  keptClassGroup,
  keptStudentNumber,
  namesRefusal,
  tidyNames,
} from '#domain/users/user-edit.rules.ts'
import type { Actor } from '#server/bearer.ts'
import { Problem } from '#server/problem.ts'

/**
 * Makes an account that waits for its owner to choose a password. Throws a `UsernameFault`, `username-taken` with the holder's
 * id, a `NameRefusal`, a `StudentNumberRefusal`, a `ClassGroupRefusal` or `education-department-unavailable`.
 */
export async function addUser(
  { database, letters, clock }: Pick<ApiContext, 'database' | 'letters' | 'clock'>,
  caller: Actor,
  { role, letter, ...wish }: UserCreation,
) {
  const { username } = wish
  const [fault] = usernameFaults(username)
  if (fault) throw new Problem(fault)
  const names = tidyNames(wish)
  const isOfStudent = isStudent({ roles: [role] })
  const student_number = isOfStudent ? keptStudentNumber(wish.student_number ?? null) : null
  const class_group = isOfStudent ? keptClassGroup(wish.class_group ?? null) : null
  const refusal = namesRefusal(wish) ?? studentNumberRefusal(student_number ?? '') ?? classGroupRefusal(class_group)
  if (refusal) throw new Problem(refusal)
  const education_department_id = isOfStudent ? (wish.education_department_id ?? null) : null

  // Only the address and a student number are unique among the values that it writes.
  const user = await refusingTaken(database, 'student-number-taken', () =>
    database.transaction(async (trx) => {
      const now = clock()
      const department = education_department_id && (await findEducationDepartment(trx, education_department_id))
      if (education_department_id !== null && (!department || department.archived))
        throw new Problem('education-department-unavailable')
      const made = await trx
        .insertInto('user')
        .values({
          ...findable({ username, ...names, student_number }),
          roles: role,
          education_department_id,
          class_group,
          // Onboarding skips the steps for given details and shows them at the end, as for an imported student.
          onboarding_step: education_department_id === null ? 2 : 3,
          ...(letter === 'now' && { activation_nonce: newLinkNonce(), activation_expires_at: activationExpiry(now) }),
          created_at: new Date(now).toISOString(),
        })
        .onConflict((account) => account.column('username').doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) {
        const holder = await trx.selectFrom('user').select('id').where('username', '=', username).executeTakeFirst()
        throw new Problem('username-taken', { details: holder ? { user_id: holder.id } : {} })
      }
      if (letter === 'now') await inviteUsers(trx, [made.id], now)
      await recordChange(trx, { actorId: caller.id, action: 'created', resource: 'user', resourceId: made.id }, now)
      return requireUser(trx, made.id)
    }),
  )
  letters.wake()
  return user
}
