import type { Insertable } from 'kysely'
import { endRegistrations } from '#api-server/accounts/activate-account.ts'
import { giveAddress } from '#api-server/accounts/give-address.ts'
import { inviteUsers } from '#api-server/accounts/invitations.ts'
import type { ApiContext } from '#api-server/context.ts'
import { listEducationDepartments } from '#api-server/facts/department.queries.ts'
import { activationExpiry, newLinkNonce } from '#api-server/facts/link-key.ts'
import { recordChanges } from '#api-server/facts/record-change.ts'
import { listByNumber } from '#api-server/facts/user.queries.ts'
import { IMPORT_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import { lockStudents, shareSchool } from '#api-server/platform/locks.ts'
import { inTurns } from '#api-server/platform/turns.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Imported, StudentImportPreview, StudentList } from '#contract/import.calls.ts'
import * as importCalls from '#contract/import.calls.ts'
import type * as contract from '#contract/import.gen.ts'
import { announceEdited } from '#database/changes/announce.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Kysely, Tables, Transaction } from '#database/tables.ts'
import { isPlausibleUsername } from '#domain/accounts/account.rules.ts'
import { countVerdicts, isAdded } from '#domain/import/import.rules.ts'
import type { ImportLettersWish, StudentLine } from '#domain/import/import.schema.ts'
import { unknownDepartments, withDepartments } from '#domain/import/listed-departments.rules.ts'
import { readingStudents } from '#domain/import/student-rows.rules.ts'
import {
  type JudgedStudent,
  judgingStudents,
  type StudentValues,
  studentValueNames,
} from '#domain/import/students.rules.ts'
import { reaches, rolesOf } from '#domain/users/roles.ts'
import { findable } from '#domain/users/search.rules.ts'
import { studentNumberRefusal } from '#domain/users/student-number.rules.ts'
import type { OnboardingStep } from '#domain/users/user.schema.ts'
import { namesRefusal } from '#domain/users/user-edit.rules.ts'
import type { Api } from '#server/operation.ts'
import { serve } from '#server/operation.ts'
import { type AssessedImport, confirming, requireConfirmedImport, requireReadable } from './confirmed-import.ts'
import {
  type ImportedStudent,
  listKnownAccounts,
  listStudents,
  REWRITTEN,
  type WrittenStudent,
  writeStudents,
} from './import.queries.ts'
import { type DoneLine, importedBy, keepImport } from './kept-import.ts'

interface ImportDesk extends Pick<ApiContext, 'database' | 'letters' | 'clock'> {
  /** whether students follow a system of the school */
  hasSource?: boolean
}

/** Somebody registered, was edited, or imported the same list in the meantime: the plan is no longer the confirmed one. */
class ListOvertaken extends Error {}

export function studentImportRoutes(app: Api, { database, letters, clock, source }: ApiContext): void {
  const hasSource = source !== undefined

  serve(app, importCalls, {
    previewStudentImport: {
      bodyLimit: IMPORT_LIMIT_BYTES,
      handler: async ({ body }) => (await assessStudentImport(database.kysely, body, { hasSource })).preview,
    },

    importStudents: {
      rebuild: (_, ids) => importedBy(database.kysely, ids),
      bodyLimit: IMPORT_LIMIT_BYTES,
      handler: ({ caller, body }) => importStudents({ database, letters, clock, hasSource }, body, caller.id),
    },
  })
}

/** A statement with a thousand rows would make others wait too long. */
const ROWS_PER_STATEMENT = 100

type ConfirmedStudents = BodyOf<typeof contract.importStudents>

/**
 * Makes the accounts of a confirmed list, all or none, and invites each student, now or later as the teacher chose. Existing
 * accounts are kept, and their owners not notified. They get a missing student number, and the other values of the list if the
 * teacher asked for that. An account that somebody registered and never activated becomes the student's. Throws `plan-changed`
 * or an `ImportFault`.
 */
export async function importStudents(
  { database, letters, clock, hasSource = false }: ImportDesk,
  { confirmation, letters: wished = 'now', ...list }: ConfirmedStudents,
  actorId: number,
): Promise<Imported> {
  const enter = () =>
    database.transaction(async (trx) => {
      await shareSchool(trx)
      const now = clock()
      const lines = requireConfirmedImport(await assessStudentImport(trx, list, { hasSource }), confirmation)
      const [added, changed] = [lines.filter(isAdded), lines.filter((line) => !isAdded(line))]
      const done: DoneLine[] = []
      for (const some of inChunks(changed, REWRITTEN)) done.push(...(await updateStudents(trx, some)))
      for (const { user_id, edit } of changed) {
        const [username, former] = [edit?.after.username, edit?.before.username]
        if (user_id !== null && username !== undefined && former !== undefined)
          await giveAddress(trx, { user_id, username, former, actorId }, now)
      }
      for (const some of inChunks(added, ROWS_PER_STATEMENT))
        done.push(...(await enterStudents(trx, some, wished, now)))
      const import_id = await keepImport(trx, { kind: 'students', actorId, lines: done, columns: list.columns }, now)
      await noteStudents(trx, done, { actorId, importId: import_id }, now)
      return { added: added.length, changed: changed.length, import_id }
    })
  const imported = await enter().catch((error: unknown) => {
    // Only student numbers can clash here: an existing account raises its own exception.
    if (!(error instanceof ListOvertaken || database.isUniqueViolation(error))) throw error
    return enter()
  })
  letters.wake()
  return imported
}

/** Updates accounts after reading them again under the lock: they must be as they were when the lines were judged. */
async function updateStudents(trx: Transaction, lines: readonly JudgedStudent[]): Promise<DoneLine[]> {
  const ids = lines.flatMap(({ user_id }) => user_id ?? [])
  await lockStudents(trx, ids)
  const students = await listStudents(trx, ids)
  const written: WrittenStudent[] = []
  const done: DoneLine[] = []
  for (const { user_id, line, edit } of lines) {
    const student = students.get(user_id ?? 0)
    if (!student || !edit || !isAsJudged(student, edit)) throw new ListOvertaken()
    const edited = { ...student, ...edit.after }
    const onboarding_step = stepAfter(student, edited)
    const version = student.version + 1
    written.push({ ...findable(edited), onboarding_step, version })
    const { before, after } = edit
    done.push({
      line,
      outcome: 'changed',
      user_id: student.id,
      before: { ...before, onboarding_step: student.onboarding_step },
      after: { ...after, onboarding_step, version },
    })
  }
  await writeStudents(trx, written)
  return done
}

const isAsJudged = (
  student: StudentValues & { username: string; information_checked: boolean; roles: string },
  { before, after }: NonNullable<JudgedStudent['edit']>,
): boolean =>
  [...studentValueNames, 'username' as const].every(
    (field) => !(field in before) || before[field] === student[field],
  ) &&
  !reaches({ roles: rolesOf(student) }, 'administration') &&
  !('education_department_id' in after && student.information_checked)

/** Step of the onboarding after an edit: nobody is asked for what is known, and nobody who began goes back. */
export function stepAfter(
  { activated, onboarding_step }: Pick<ImportedStudent, 'activated' | 'onboarding_step'>,
  edited: Parameters<typeof firstStepOf>[0],
): OnboardingStep {
  const step = firstStepOf(edited)
  return activated || onboarding_step > step ? onboarding_step : step
}

async function enterStudents(
  trx: Transaction,
  students: readonly JudgedStudent[],
  wished: ImportLettersWish,
  now: number,
): Promise<DoneLine[]> {
  const users = await trx
    .insertInto('user')
    .values(students.map((student) => newStudent(student, wished, now)))
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
          class_group: column.ref('excluded.class_group'),
          onboarding_step: column.ref('excluded.onboarding_step'),
          activation_nonce: column.ref('excluded.activation_nonce'),
          activation_expires_at: column.ref('excluded.activation_expires_at'),
          registration_ends_at: null,
          version: column('user.version', '+', 1),
        }))
        .where('user.registration_ends_at', 'is not', null),
    )
    .returning(['id', 'username', 'version'])
    .execute()
  if (users.length < students.length) throw new ListOvertaken()
  const userIds = users.map(({ id }) => id)
  await endRegistrations(trx, userIds)
  if (wished === 'now') await inviteUsers(trx, userIds, now)
  const byName = new Map(users.map((user) => [user.username, user]))
  return students.flatMap(({ line, username }) => {
    const user = byName.get(username)
    return user ? [{ line, outcome: 'added', user_id: user.id, before: null, after: { version: user.version } }] : []
  })
}

/** Adds a line to the log of each student, shown behind that of the import. */
async function noteStudents(
  trx: Transaction,
  done: readonly DoneLine[],
  by: { actorId: number; importId: number },
  now: number,
): Promise<void> {
  const [added, changed] = [done.filter(({ before }) => before === null), done.filter(({ before }) => before !== null)]
  const idsOf = (lines: readonly DoneLine[]) => lines.flatMap(({ user_id }) => user_id ?? [])
  if (added.length > 0) await recordChanges(trx, { ...by, resource: 'user', resourceIds: idsOf(added) }, now)
  if (changed.length === 0) return
  const details = new Map(changed.map(({ user_id, after }) => [user_id ?? 0, { fields: fieldsIn(after) }]))
  const edited = { ...by, resource: 'user', resourceIds: idsOf(changed), action: 'edited', details } as const
  await recordChanges(trx, edited, now)
  await announceEdited(trx, idsOf(changed))
}

const fieldsIn = (values: object): string[] =>
  Object.keys(values)
    .filter((field) => !['onboarding_step', 'version'].includes(field))
    .toSorted()

/** Account whose owner must still choose a password, and then confirm the details from the list. */
const newStudent = (student: JudgedStudent, wished: ImportLettersWish, now: number): Insertable<Tables['user']> => {
  const { username, first_name, last_name, education_department_id } = student
  return {
    ...findable({ username, first_name, last_name, student_number: student.student_number || null }),
    roles: 'ROLE_STUDENT',
    education_department_id,
    class_group: student.class_group || null,
    onboarding_step: firstStepOf(student),
    // Without a letter there is no link yet; sending one later makes it.
    ...(wished === 'now' && { activation_nonce: newLinkNonce(), activation_expires_at: activationExpiry(now) }),
    created_at: new Date(now).toISOString(),
  }
}

/** First onboarding step: details from the list are not asked for, only shown at the end to be confirmed. */
export function firstStepOf({
  first_name,
  last_name,
  education_department_id,
}: Omit<StudentValues, 'student_number' | 'class_group'>): OnboardingStep {
  if (namesRefusal({ first_name, last_name }) !== null) return 1
  return education_department_id === null ? 2 : 3
}

/** Whether a number may be searched for: an empty one belongs to nobody, and PostgreSQL fails on some characters. */
const isReadableNumber = (number: string): boolean => number !== '' && studentNumberRefusal(number) === null

/** Assesses an import of students. Throws an `ImportFault`. */
export async function assessStudentImport(
  kysely: Kysely,
  { text, departments: meant = [], addresses, departed = false, update = false, ...choices }: StudentList,
  { hasSource } = { hasSource: false },
): Promise<AssessedImport<JudgedStudent, StudentLine, StudentImportPreview>> {
  const departments = await listEducationDepartments(kysely, { archived: true, also: null })
  const {
    rows: listed,
    columns,
    unused: unused_columns,
  } = requireReadable(await inTurns(readingStudents(text, choices)))
  const rows = withDepartments(listed, { departments, meant })
  const usernames = new Set(rows.map(({ username }) => username).filter(isPlausibleUsername))
  const numbers = new Set(rows.map(({ student_number }) => student_number).filter(isReadableNumber))
  const holders = await listByNumber(kysely, numbers)
  // An update may find a student by number at another address.
  const addressed = [...usernames, ...(update ? holders.map(({ username }) => username) : [])]
  const known = {
    accounts: await listKnownAccounts(kysely, [...new Set(addressed)], { hasSource }),
    numbers: new Map(holders.map((user) => [user.student_number, user.username])),
    departments,
  }
  const lines = await inTurns(judgingStudents(rows, known, { update, departed, ...(addresses && { addresses }) }))
  return {
    lines,
    preview: {
      lines: lines.map(({ user_id: _, education_department_id: __, edit: ___, ...shown }) => shown),
      counts: countVerdicts(lines),
      columns,
      unused_columns,
      unknown_departments: unknownDepartments(lines, departments),
      ...(await inTurns(confirming(lines))),
    },
  }
}
