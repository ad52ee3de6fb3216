import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { automaticEnrollments } from '#domain/enrollments/automatic.rules.ts'
import { type DemoSchool, known } from './demo-school.ts'
import type { DemoStudent } from './demo-student.ts'
import { enrollmentFactsOf, type StudentHistory } from './student-history.ts'

interface Life {
  id: number
  student: DemoStudent
  history: StudentHistory
}

/** What the students chose and completed, and what the school's automatic enrollment has added to that by `now` (ms). */
export async function insertHistories(
  trx: Transaction<Tables>,
  school: DemoSchool,
  lives: readonly Life[],
  now: number,
): Promise<void> {
  const chosen = lives.flatMap(({ id, history }) =>
    history.enrollments.map(({ moment, module_id, at }) => ({
      user_id: id,
      testmoment_id: moment.id,
      module_id,
      created_at: new Date(at).toISOString(),
    })),
  )
  const created_at = new Date(now).toISOString()
  const added = automaticallyAdded(school, lives, now).map((enrollment) => ({ ...enrollment, created_at }))
  await trx
    .insertInto('enrollment')
    .values([...chosen, ...added])
    .execute()
  await trx
    .insertInto('completed_module')
    .values(
      lives.flatMap(({ id, history }) =>
        [...history.completed].map(([module_id, at]) => ({
          user_id: id,
          module_id,
          created_at: new Date(at).toISOString(),
        })),
      ),
    )
    .execute()
}

const automaticallyAdded = (school: DemoSchool, lives: readonly Life[], now: number) =>
  automaticEnrollments({
    moments: school.moments,
    active_module_ids: new Set([...school.modules.values()].filter(({ active }) => active).map(({ id }) => id)),
    students: lives.map(({ id, student, history }) => ({
      id,
      information_checked: student.department !== null,
      department: student.department && known(school.departments, student.department),
      completed_module_ids: new Set(history.completed.keys()),
      enrollments: history.enrollments.map(enrollmentFactsOf),
    })),
    now,
  })
