import { listEducationDepartments } from '#api-server/facts/department.queries.ts'
import { recordChanges } from '#api-server/facts/record-change.ts'
import { lockStudents, shareSchool } from '#api-server/platform/locks.ts'
import { announceEdited } from '#database/changes/announce.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import { deleteByIds } from '#database/queries/delete-by-ids.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import type { ListedChange, UndoHindrance } from '#domain/import/import.schema.ts'
import { type StudentValues, studentValueNames } from '#domain/import/students.rules.ts'
import { followRefusal } from '#domain/users/followed.rules.ts'
import { personLabel } from '#domain/users/names.ts'
import { reaches, rolesOf } from '#domain/users/roles.ts'
import { findable } from '#domain/users/search.rules.ts'
import type { OnboardingStep } from '#domain/users/user.schema.ts'
import {
  type ImportedStudent,
  listFollowing,
  listNumberHolders,
  listStudents,
  listUsedAccounts,
  REWRITTEN,
  writeStudents,
} from './import.queries.ts'
import { type AssessedLine, type KeptLine, type Undoing, valuesKept } from './kept-import.ts'

/**
 * Deletes new accounts that nobody used, like a deletion by hand, with letters that were not sent yet. Existing accounts get
 * back the replaced values, unless these were edited since.
 */
export const studentsUndoing: Undoing = {
  lock: async (trx, lines) => {
    await shareSchool(trx)
    await lockStudents(trx, idsOf(lines))
  },
  assess: assessStudents,
  undo: async (trx, lines, { actorId, importId }, now) => {
    const made = lines.filter(({ outcome }) => outcome === 'added')
    const changed = lines.filter(({ outcome }) => outcome === 'changed')
    for (const some of inChunks(changed, REWRITTEN)) await restore(trx, some)
    const by = { actorId, importId, resource: 'user' } as const
    const details = new Map(changed.map((line) => [line.user_id ?? 0, { fields: fieldsOf(line) }]))
    if (changed.length > 0) {
      await recordChanges(trx, { ...by, action: 'edited', resourceIds: idsOf(changed), details }, now)
      await announceEdited(trx, idsOf(changed))
    }
    if (made.length === 0) return
    await recordChanges(trx, { ...by, action: 'deleted', resourceIds: idsOf(made) }, now)
    // Foreign keys delete all that belongs to these users. They never logged in, so there is no login at the school's provider
    // to bar.
    await deleteByIds(trx, 'user', idsOf(made), REWRITTEN)
  },
}

const idsOf = (lines: readonly KeptLine[]): number[] => lines.flatMap(({ user_id }) => user_id ?? [])

async function assessStudents(
  kysely: Kysely,
  lines: readonly KeptLine[],
  _now: number,
  hasSource: boolean,
): Promise<(line: KeptLine) => AssessedLine | undefined> {
  const students = new Map<number, ImportedStudent>()
  const used = new Map<number, UndoHindrance>()
  for (const some of inChunks(idsOf(lines))) {
    for (const [id, student] of await listStudents(kysely, some)) students.set(id, student)
    for (const { id, hindrance } of await listUsedAccounts(kysely, some)) used.set(id, hindrance)
  }
  const numbers = lines.flatMap((line) => textOf(valuesKept(line.before).student_number) || [])
  const holders = await listNumberHolders(kysely, numbers)
  const following = hasSource ? await listFollowing(kysely, [...students.values()]) : new Set()
  const all = await listEducationDepartments(kysely, { archived: true, also: null })
  const departments = new Map(all.map(({ id, name }) => [id, name]))
  return (line) => {
    const student = students.get(line.user_id ?? 0)
    if (!student) return undefined
    const hindrance =
      line.outcome === 'added'
        ? hindranceOfDeletion(line, student, used.get(student.id))
        : hindranceOfRestoring(line, student, { holders, departments, following })
    return { label: personLabel(student), changes: changesOf(line, departments), hindrance }
  }
}

/** Reason why a new account is not deleted, or null. */
function hindranceOfDeletion(
  line: KeptLine,
  { last_login_at, activated, version }: ImportedStudent,
  used: UndoHindrance | undefined,
): UndoHindrance | null {
  if (last_login_at !== null) return 'logged-in'
  if (activated) return 'activated'
  if (used) return used
  return version === valuesKept(line.after).version ? null : 'edited'
}

interface School {
  holders: ReadonlyMap<string | null, string>
  departments: ReadonlyMap<number, string>
  /** ids of those whose names and number come from the school's own system */
  following: ReadonlySet<unknown>
}

/** Reason why an account does not get back its replaced values, or null. */
function hindranceOfRestoring(
  line: KeptLine,
  student: ImportedStudent,
  { holders, departments, following }: School,
): UndoHindrance | null {
  const [before, after] = [valuesKept(line.before), valuesKept(line.after)]
  if ('username' in before) return 'address-changed'
  if (reaches({ roles: rolesOf(student) }, 'administration')) return 'edited'
  if (studentValueNames.some((field) => field in before && student[field] !== after[field])) return 'edited'
  const follower = { ...student, ...(following.has(student.id) && { follows_source: true as const }) }
  if (followRefusal(identityIn(before), follower)) return 'follows-source'
  if (!('education_department_id' in before)) return takenNumber(before, student, holders)
  const department = before.education_department_id
  // The student confirmed the department since; another one would end enrollments.
  if (student.information_checked) return 'edited'
  if (typeof department === 'number' && !departments.has(department)) return 'gone'
  return takenNumber(before, student, holders)
}

/** Names and number that would return. */
const identityIn = (before: Readonly<Record<string, unknown>>) => ({
  ...('first_name' in before && { first_name: textOf(before.first_name) }),
  ...('last_name' in before && { last_name: textOf(before.last_name) }),
  ...('student_number' in before && { student_number: textOf(before.student_number) || null }),
})

function takenNumber(
  before: Readonly<Record<string, unknown>>,
  { username }: ImportedStudent,
  holders: School['holders'],
): UndoHindrance | null {
  const holder = holders.get(textOf(before.student_number))
  return holder === undefined || holder === username ? null : 'number-taken'
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function changesOf(line: KeptLine, departments: School['departments']): ListedChange[] {
  const [before, after] = [valuesKept(line.before), valuesKept(line.after)]
  const shown = (field: string, value: unknown) =>
    field === 'education_department_id' ? (departments.get(Number(value)) ?? '') : textOf(value)
  return studentValueNames.flatMap((field) =>
    field in before
      ? [
          {
            field: field === 'education_department_id' ? 'education_department' : field,
            old: shown(field, before[field]),
            new: shown(field, after[field]),
          },
        ]
      : [],
  )
}

const fieldsOf = (line: KeptLine): string[] =>
  studentValueNames.filter((field) => field in valuesKept(line.before)).toSorted()

async function restore(trx: Transaction, lines: readonly KeptLine[]): Promise<void> {
  const students = await listStudents(trx, idsOf(lines))
  const written = lines.flatMap((line) => {
    const student = students.get(line.user_id ?? 0)
    return student ? [restored(student, valuesKept(line.before), valuesKept(line.after))] : []
  })
  await writeStudents(trx, written)
  await keepTurnable(trx, lines)
}

/**
 * Stores the new versions of these accounts with the import that made them, so that it can still be undone: restoring their
 * values does not count as use.
 */
async function keepTurnable(trx: Transaction, lines: readonly KeptLine[]): Promise<void> {
  const making = await trx
    .selectFrom('import_line')
    .select(['id', 'user_id', 'after'])
    .where('user_id', 'in', idsOf(lines))
    .where('outcome', '=', 'added')
    .where('undone_at', 'is', null)
    .execute()
  const versions = new Map(lines.map((line) => [line.user_id, Number(valuesKept(line.after).version)]))
  for (const { id, user_id, after } of making) {
    const version = versions.get(user_id)
    if (version === undefined || valuesKept(after).version !== version - 1) continue
    await trx
      .updateTable('import_line')
      .set({ after: JSON.stringify({ version: version + 1 }) })
      .where('id', '=', id)
      .execute()
  }
}

function restored(
  student: ImportedStudent,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): ImportedStudent {
  const values: StudentValues = {
    first_name: 'first_name' in before ? textOf(before.first_name) : student.first_name,
    last_name: 'last_name' in before ? textOf(before.last_name) : student.last_name,
    student_number: 'student_number' in before ? textOf(before.student_number) || null : student.student_number,
    education_department_id:
      'education_department_id' in before
        ? Number(before.education_department_id) || null
        : student.education_department_id,
    class_group: 'class_group' in before ? textOf(before.class_group) || null : student.class_group,
  }
  const step = student.activated || student.onboarding_step !== after.onboarding_step ? null : stepOf(before)
  return {
    ...findable({ ...student, ...values }),
    onboarding_step: step ?? student.onboarding_step,
    version: student.version + 1,
  }
}

const STEPS: readonly OnboardingStep[] = [1, 2, 3, 4]

const stepOf = ({ onboarding_step }: Readonly<Record<string, unknown>>): OnboardingStep | null =>
  STEPS.find((step) => step === onboarding_step) ?? null
