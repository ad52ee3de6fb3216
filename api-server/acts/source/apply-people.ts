import { readdress } from '#api-server/accounts/give-address.ts'
import { assignDepartment } from '#api-server/acts/department-switch/department-switch.ts'
import { listStudents, REWRITTEN, type WrittenStudent, writeStudents } from '#api-server/acts/import/import.queries.ts'
import { firstStepOf, stepAfter } from '#api-server/acts/import/import-students.ts'
import type { Deps } from '#api-server/context.ts'
import { recordChanges } from '#api-server/facts/record-change.ts'
import { lockStudents, onceMoreIfTaken, shareSchool } from '#api-server/platform/locks.ts'
import { announceEdited } from '#database/changes/announce.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Transaction } from '#database/tables.ts'
import { SOURCE } from '#domain/audit/audit.texts.ts'
import { pick } from '#domain/entities/pick.ts'
import { findable } from '#domain/users/search.rules.ts'
import { type AssessedPerson, assessSome, departmentIds } from './assess-people.ts'
import { linkPeople } from './source-people.queries.ts'

/** Few, since on SQLite everybody waits for the transaction. */
const ACCOUNTS_PER_TRANSACTION = 25

export async function applyPeople({ database, clock }: Deps, assessed: readonly AssessedPerson[]): Promise<void> {
  const touched = assessed.filter(({ followed }) => ['added', 'changed', 'linked'].includes(followed.outcome))
  for (const some of inChunks(touched, ACCOUNTS_PER_TRANSACTION)) {
    const people = some.map(({ person }) => person)
    // Somebody may register at the address or get the number meanwhile: the next judgement sees it.
    await onceMoreIfTaken(database, () =>
      database.transaction(async (trx) => {
        await shareSchool(trx)
        const userIds = some.flatMap(({ followed }) => followed.user_id ?? [])
        await lockStudents(trx, userIds)
        const now = clock()
        const judged = await assessSome(trx, people, now)
        await addStudents(trx, judged, now)
        await editStudents(trx, judged, now)
        await linkPeople(trx, judged.flatMap(linkOf))
      }),
    )
  }
  await moveStudents({ database, clock }, touched)
}

const linkOf = ({ person, followed: { outcome, user_id } }: AssessedPerson) =>
  (outcome === 'changed' || outcome === 'linked') && user_id !== null
    ? [{ source_key: person.source_key, user_id }]
    : []

async function addStudents(trx: Transaction, judged: readonly AssessedPerson[], now: number): Promise<void> {
  const added = judged.filter(({ followed }) => followed.outcome === 'added')
  if (added.length === 0) return
  const departments = await departmentIds(trx)
  const rows = added.map(({ followed: { after } }) => {
    const education_department_id = departments.get(after.education_department ?? '') ?? null
    const { username = '', first_name = '', last_name = '', student_number = null } = after
    return {
      ...findable({ username, first_name, last_name, student_number }),
      roles: 'ROLE_STUDENT',
      education_department_id,
      onboarding_step: firstStepOf({ first_name, last_name, education_department_id }),
      created_at: new Date(now).toISOString(),
    }
  })
  // No link leads there yet: a letter is sent when a teacher has one sent.
  const users = await trx.insertInto('user').values(rows).returning(['id', 'username']).execute()
  const ids = new Map(users.map(({ id, username }) => [username, id]))
  await linkPeople(
    trx,
    added.flatMap(({ person: { source_key, username } }) => {
      const user_id = ids.get(username)
      return user_id === undefined ? [] : [{ source_key, user_id }]
    }),
  )
  const by = { actorId: null, connection: SOURCE }
  await recordChanges(trx, { ...by, resource: 'user', resourceIds: users.map(({ id }) => id) }, now)
}

async function editStudents(trx: Transaction, judged: readonly AssessedPerson[], now: number): Promise<void> {
  const edits = judged.flatMap(({ followed: { outcome, user_id, after } }) => {
    const { education_department: _, ...values } = after
    return outcome === 'changed' && user_id !== null && Object.keys(values).length > 0 ? [{ user_id, values }] : []
  })
  if (edits.length === 0) return
  const ids = edits.map(({ user_id }) => user_id)
  const students = await listStudents(trx, ids)
  const written: WrittenStudent[] = []
  for (const { user_id, values } of edits) {
    const student = students.get(user_id)
    if (!student) continue
    const edited = { ...student, ...values }
    written.push({
      ...findable(edited),
      onboarding_step: stepAfter(student, edited),
      version: student.version + 1,
    })
  }
  for (const some of inChunks(written, REWRITTEN)) await writeStudents(trx, some)
  for (const { user_id, values } of edits)
    if (values.username !== undefined) await readdress(trx, user_id, values.username)
  const details = new Map(edits.map(({ user_id, values }) => [user_id, { fields: Object.keys(values).toSorted() }]))
  const by = { actorId: null, connection: SOURCE, action: 'edited' } as const
  await recordChanges(trx, { ...by, resource: 'user', resourceIds: ids, details }, now)
  await announceEdited(trx, ids)
}

/** Gives students the department of the source, where that ends nothing; checked again under the locks. */
async function moveStudents({ database, clock }: Deps, judged: readonly AssessedPerson[]): Promise<void> {
  const moves = judged.flatMap(({ followed: { outcome, user_id, after } }) =>
    outcome === 'changed' && user_id !== null && after.education_department
      ? [{ id: user_id, department: after.education_department }]
      : [],
  )
  if (moves.length === 0) return
  const departments = await departmentIds(database.kysely)
  for (const [department, users] of Map.groupBy(moves, (move) => move.department)) {
    const departmentId = departments.get(department)
    if (departmentId === undefined) continue
    for (const some of inChunks(users, ACCOUNTS_PER_TRANSACTION))
      await database.transaction((trx) =>
        assignDepartment(
          trx,
          { users: some.map((user) => pick(user, ['id'])), departmentId, actorId: null, connection: SOURCE },
          clock,
        ),
      )
  }
}
