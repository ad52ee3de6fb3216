import { loadFacts, type WaitingRow, waitingModuleFacts } from '#api-server/enrollments/desk/state.ts'
import { waitingColumns } from '#api-server/enrollments/desk/waiting-line.ts'
import type { WaitScope } from '#api-server/facts/enrollment-hooks.ts'
import type { Kysely, Transaction } from '#database/tables.ts'
import { type WhenAndWhere, whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import type { EnrollmentFacts } from '#domain/enrollments/enrollment.rules.ts'
import type { LostWait } from '#domain/enrollments/listed-enrollment.schema.ts'
import { waitEnds } from '#domain/enrollments/waiting.rules.ts'
import { pick } from '#domain/entities/pick.ts'

const ENTRIES_PER_QUERY = 100

export interface OverWait {
  entry: WaitingRow
  end: NonNullable<ReturnType<typeof waitEnds>>
  testmoment: WhenAndWhere
}

/** A student after a change that is not written yet. */
interface ChangedStudent {
  education_department_id: number
  enrollments: readonly EnrollmentFacts[]
}

/** Finds the waits that are over, as this connection sees them. With `changed`, all entries belong to one student. */
export async function findOver(
  kysely: Kysely,
  entries: readonly WaitingRow[],
  now: number,
  changed?: ChangedStudent,
): Promise<OverWait[]> {
  if (entries.length === 0) return []
  const facts = await loadFacts(kysely, {
    userIds: [...new Set(entries.map(({ user_id }) => user_id))],
    testmomentIds: [...new Set(entries.map(({ testmoment_id }) => testmoment_id))],
    moduleIds: [...new Set(entries.map(({ module_id }) => module_id))],
  })
  return entries.flatMap((entry) => {
    const studentBefore = facts.students.get(entry.user_id)
    const moment = facts.moments.get(entry.testmoment_id)
    if (!studentBefore || !moment) return []
    const student = { ...studentBefore, ...changed }
    const module = waitingModuleFacts(entry.module_id, facts, student)
    const { enrollments } = student
    const end = waitEnds({ moment, module, enrollments, moves: entry.moves, now })
    return end ? [{ entry, end, testmoment: moment }] : []
  })
}

/**
 * Counts students who lose a place in line through a change that this transaction has written. They are removed and notified
 * after the commit (`endWaits`), by the same rule.
 */
export async function countLostWaits(trx: Transaction, scope: WaitScope, now: number): Promise<number> {
  const students = new Set<number>()
  for (let afterId = 0; ; ) {
    const entries = await listWaits(trx, scope, afterId)
    for (const { entry, end } of await findOver(trx, entries, now)) if (end !== 'enrolled') students.add(entry.user_id)
    const last = entries.at(-1)
    if (!last || entries.length < ENTRIES_PER_QUERY) return students.size
    afterId = last.id
  }
}

function listWaits(trx: Transaction, scope: WaitScope, after: number): Promise<WaitingRow[]> {
  const all = trx
    .selectFrom('waiting_entry')
    .select(waitingColumns)
    .where('id', '>', after)
    .orderBy('id')
    .limit(ENTRIES_PER_QUERY)
  if ('testmomentId' in scope) return all.where('testmoment_id', '=', scope.testmomentId).execute()
  const { departmentId, moduleIds } = scope
  return all
    .where('module_id', 'in', moduleIds)
    .where('user_id', 'in', (query) =>
      query.selectFrom('user').select('user.id').where('user.education_department_id', '=', departmentId),
    )
    .execute()
}

/** Previews the places in line that a change takes from a student, except those that they would no longer need. */
export async function previewLostWaits(
  kysely: Kysely,
  userId: number,
  changed: ChangedStudent,
  now: number,
): Promise<LostWait[]> {
  const entries = await kysely
    .selectFrom('waiting_entry')
    .select(waitingColumns)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const lost = (await findOver(kysely, entries, now, changed)).filter(({ end }) => end !== 'enrolled')
  if (lost.length === 0) return []
  const ids = lost.map(({ entry }) => entry.module_id)
  const modules = await kysely.selectFrom('module').select(['id', 'name']).where('id', 'in', ids).execute()
  return lost.flatMap(({ entry, testmoment }) =>
    modules
      .filter(({ id }) => id === entry.module_id)
      .map((module) => ({
        testmoment: { ...pick(testmoment, whenAndWhereFieldNames), id: entry.testmoment_id },
        module,
      })),
  )
}
