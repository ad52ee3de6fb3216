import type { Insertable, Kysely, Transaction } from 'kysely'
import { endRegistrations } from '#api-server/accounts/activate-account.ts'
import { activationExpiry, newLinkNonce } from '#api-server/accounts/link-key.ts'
import { recordImported, recordUsersEdited } from '#api-server/audit/record-change.ts'
import { listEducationDepartments } from '#api-server/departments/department.queries.ts'
import { giveStudentNumbers, listKnownAccounts, listNumberHolders } from '#api-server/import/import.queries.ts'
import { lockStudents } from '#api-server/platform/locks.ts'
import type { LetterDelivery } from '#api-server/platform/mail/delivery.ts'
import type { ConfirmedImport } from '#contract/import.ts'
import type { Database } from '#database/engine/open-database.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Tables } from '#database/tables.ts'
import { isPlausibleUsername } from '#domain/accounts/account.rules.ts'
import { countVerdicts, isAdded } from '#domain/import/import.rules.ts'
import type { StudentLine } from '#domain/import/import.schema.ts'
import { type JudgedStudent, judgeStudents, readStudentList } from '#domain/import/students.rules.ts'
import { findable } from '#domain/users/search.rules.ts'
import { studentNumberRefusal } from '#domain/users/student-number.rules.ts'
import type { OnboardingStep } from '#domain/users/user.schema.ts'
import { nameRefusal } from '#domain/users/user-edit.rules.ts'
import { inviteUsers } from '../accounts/invitations.ts'
import { type AssessedImport, confirmationOf, requireConfirmedImport, requireReadable } from './confirmed-import.ts'

export interface ImportDesk {
  database: Database
  letters: Pick<LetterDelivery, 'wake'>
  clock: () => number
}

/** Somebody registered or got a student number meanwhile, or the same list was imported twice at once: it is no longer what was confirmed. */
class ListOvertaken extends Error {}

/**
 * Makes accounts of a confirmed list, all of them or none, and has each student invited. Who has an account keeps it and
 * hears nothing, but for one that was registered and never activated: the school now says whose it is. A student number
 * that they lack is filled in. Throws `import-changed` or an `ImportFault`.
 */
export async function importStudents(
  { database, letters, clock }: ImportDesk,
  { text, confirmation }: ConfirmedImport,
  actorId: number,
): Promise<{ added: number; changed: number }> {
  const enter = () =>
    database.transaction(async (trx) => {
      const lines = requireConfirmedImport(await assessStudentImport(trx, text), confirmation)
      const [added, changed] = [lines.filter(isAdded), lines.filter((line) => !isAdded(line))]
      for (const some of inChunks(changed)) await numberStudents(trx, some, actorId, clock())
      for (const some of inChunks(added)) await enterStudents(trx, some, actorId, clock())
      return { added: added.length, changed: changed.length }
    })
  const imported = await enter().catch((error: unknown) => {
    // Of what a list writes only student numbers can clash: an account that is there is told by its own exception.
    if (!(error instanceof ListOvertaken || database.isUniqueViolation(error))) throw error
    return enter()
  })
  letters.wake()
  return imported
}

/** Their names are read under the lock: what they are found by is made of both. */
async function numberStudents(
  trx: Transaction<Tables>,
  students: readonly JudgedStudent[],
  actorId: number,
  now: number,
): Promise<void> {
  const numbers = new Map(students.map(({ user_id, student_number }) => [user_id, student_number]))
  const ids = students.flatMap(({ user_id }) => user_id ?? [])
  await lockStudents(trx, ids)
  const people = await trx
    .selectFrom('user')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute()
  const numbered = people.map((person) => findable({ ...person, student_number: numbers.get(person.id) ?? '' }))
  const userIds = await giveStudentNumbers(trx, numbered)
  if (userIds.length < students.length) throw new ListOvertaken()
  await recordUsersEdited(trx, { actorId, userIds, fields: ['student_number'] }, now)
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
          student_number: column.ref('excluded.student_number'),
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
    ...findable({ username, first_name, last_name, student_number: student.student_number || null }),
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

/** PostgreSQL takes some signs for a fault, and of none is nobody's. */
const isReadableNumber = (number: string): boolean => number !== '' && studentNumberRefusal(number) === null

/** What a list of students would come to. Throws an `ImportFault`. */
export async function assessStudentImport(
  kysely: Kysely<Tables>,
  text: string,
): Promise<AssessedImport<JudgedStudent, StudentLine>> {
  const { rows, unused } = requireReadable(readStudentList(text))
  const usernames = new Set(rows.map(({ username }) => username).filter(isPlausibleUsername))
  const numbers = new Set(rows.map(({ student_number }) => student_number).filter(isReadableNumber))
  const lines = judgeStudents(rows, {
    accounts: await listKnownAccounts(kysely, [...usernames]),
    numbers: await listNumberHolders(kysely, [...numbers]),
    departments: await listEducationDepartments(kysely, { archived: true, also: null }),
  })
  return {
    lines,
    preview: {
      lines: lines.map(({ user_id: _, education_department_id: __, ...shown }) => shown),
      counts: countVerdicts(lines),
      unused_columns: unused,
      confirmation: confirmationOf(lines),
    },
  }
}
