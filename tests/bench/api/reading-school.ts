import type { Database } from '#database/engine/open-database.ts'
import { inChunks, STUDENTS, seedBenchSchool } from '../enroll/bench-school.ts'

/** [moment, module]: what every student has chosen, at the second moment only one. */
const CHOSEN = [
  [1, 4],
  [1, 5],
  [2, 6],
] as const
const COMPLETED = [1, 2]

/** The bench school some days after the opening: everyone is enrolled in a few modules and has some behind them. */
export async function seedReadingSchool(database: Database, now: number): Promise<void> {
  await seedBenchSchool(database, now)
  const created_at = new Date(now).toISOString()
  const students = Array.from({ length: STUDENTS }, (_, index) => index + 1)
  await database.transaction(async (trx) => {
    for (const ids of inChunks(students)) {
      const chosen = ids.flatMap((user_id) =>
        CHOSEN.map(([testmoment_id, module_id]) => ({ user_id, testmoment_id, module_id, created_at })),
      )
      await trx.insertInto('enrollment').values(chosen).execute()
      const completed = ids.flatMap((user_id) => COMPLETED.map((module_id) => ({ user_id, module_id, created_at })))
      await trx.insertInto('completed_module').values(completed).execute()
    }
  })
}
