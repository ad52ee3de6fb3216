import type { Insertable, Kysely, Transaction } from 'kysely'
import { endRegistrations } from '#api-server/accounts/activate-account.ts'
import { activationExpiry, newLinkNonce } from '#api-server/accounts/link-key.ts'
import { recordImported } from '#api-server/audit/record-change.ts'
import { listEducationDepartments } from '#api-server/departments/department.queries.ts'
import { listKnownAccounts } from '#api-server/import/import.queries.ts'
import type { LetterDelivery } from '#api-server/platform/mail/delivery.ts'
import type { ConfirmedImport } from '#contract/import.ts'
import type { Database } from '#database/engine/open-database.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Tables } from '#database/tables.ts'
import { isPlausibleUsername } from '#domain/accounts/account.rules.ts'
import { countVerdicts } from '#domain/import/import.rules.ts'
import type { StudentLine } from '#domain/import/import.schema.ts'
import { type JudgedStudent, judgeStudents, readStudentList } from '#domain/import/students.rules.ts'
import { findable } from '#domain/users/search.rules.ts'
import type { OnboardingStep } from '#domain/users/user.schema.ts'
import { nameRefusal } from '#domain/users/user-edit.rules.ts'
import { inviteUsers } from '../accounts/invitations.ts'
import { type AssessedImport, confirmationOf, requireConfirmedImport, requireReadable } from './confirmed-import.ts'

export interface ImportDesk {
  database: Database
  letters: Pick<LetterDelivery, 'wake'>
  clock: () => number
}

/** Somebody registered meanwhile, or the same list was imported twice at once: it is no longer what was confirmed. */
class ListOvertaken extends Error {}

/**
 * Makes accounts of a confirmed list, all of them or none, and has each student invited. Who has an account keeps it and
 * hears nothing, but for one that was registered and never activated: the school now says whose it is. Throws
 * `import-changed` or an `ImportFault`.
 */
export async function importStudents(
  { database, letters, clock }: ImportDesk,
  { text, confirmation }: ConfirmedImport,
  actorId: number,
): Promise<{ added: number }> {
  const enter = () =>
    database.transaction(async (trx) => {
      const students = requireConfirmedImport(await assessStudentImport(trx, text), confirmation)
      for (const some of inChunks(students)) await enterStudents(trx, some, actorId, clock())
      return { added: students.length }
    })
  const imported = await enter().catch((error: unknown) => {
    if (!(error instanceof ListOvertaken)) throw error
    return enter()
  })
  letters.wake()
  return imported
}

async function enterStudents(
  trx: Transaction<Tables>,
  students: readonly JudgedStudent[],
  actorId: number,
  now: number,
): Promise<void> {
  const users = await trx
    .insertInto('user')
    .values(students.map((student) => newStudent(student, now)))
    .onConflict((account) =>
      account
        .column('username')
        .doUpdateSet((column) => ({
          first_name: column.ref('excluded.first_name'),
          last_name: column.ref('excluded.last_name'),
          search_text: column.ref('excluded.search_text'),
          first_name_key: column.ref('excluded.first_name_key'),
          last_name_key: column.ref('excluded.last_name_key'),
          education_department_id: column.ref('excluded.education_department_id'),
          onboarding_step: column.ref('excluded.onboarding_step'),
          activation_nonce: column.ref('excluded.activation_nonce'),
          activation_expires_at: column.ref('excluded.activation_expires_at'),
          registration_ends_at: null,
          version: column('user.version', '+', 1),
        }))
        .where('user.registration_ends_at', 'is not', null),
    )
    .returning('id')
    .execute()
  if (users.length < students.length) throw new ListOvertaken()
  const userIds = users.map(({ id }) => id)
  await endRegistrations(trx, userIds)
  await inviteUsers(trx, userIds, now)
  await recordImported(trx, { actorId, resource: 'user', resourceIds: userIds }, now)
}

/** Waits for its owner to choose a password, and then to confirm what the list said of them. */
const newStudent = (student: JudgedStudent, now: number): Insertable<Tables['user']> => {
  const { username, first_name, last_name, education_department_id } = student
  return {
    ...findable({ username, first_name, last_name }),
    roles: 'ROLE_STUDENT',
    education_department_id,
    onboarding_step: firstStepOf(student),
    activation_nonce: newLinkNonce(),
    activation_expires_at: activationExpiry(now),
    created_at: new Date(now).toISOString(),
  }
}

/** What the list filled in need not be asked; it is shown once more at the end, where it is confirmed. */
function firstStepOf({ first_name, last_name, education_department_id }: JudgedStudent): OnboardingStep {
  if (nameRefusal(first_name) !== null || nameRefusal(last_name) !== null) return 1
  return education_department_id === null ? 2 : 3
}

/** What a list of students would come to. Throws an `ImportFault`. */
export async function assessStudentImport(
  kysely: Kysely<Tables>,
  text: string,
): Promise<AssessedImport<JudgedStudent, StudentLine>> {
  const { rows, unused } = requireReadable(readStudentList(text))
  const usernames = new Set(rows.map(({ username }) => username).filter(isPlausibleUsername))
  const lines = judgeStudents(rows, {
    accounts: await listKnownAccounts(kysely, [...usernames]),
    departments: await listEducationDepartments(kysely, { archived: true, also: null }),
  })
  return {
    lines,
    preview: {
      lines: lines.map(({ education_department_id: _, ...shown }) => shown),
      counts: countVerdicts(lines),
      unused_columns: unused,
      confirmation: confirmationOf(lines),
    },
  }
}
