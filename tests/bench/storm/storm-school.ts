import type { Database } from '#database/engine/open-database.ts'
import { hashPassword } from '#server/password-hash.ts'
import { seedBenchSchool, seedDevices } from '#tests/harness/school/bench-school.ts'
import { analyze, insertAll, range } from '#tests/harness/school/rows.ts'

/** Moment that the teacher opens; each student may take one module there. */
export const OPENING = 1
/** Long past; half of the students were there, and are written to. */
export const WRITTEN_TO = 6
/** Modules that each student may take. */
export const SLOTS = 1
export const PASSWORD = 'krijtbord-passer-9'

/**
 * The bench school in the minute before the opening: the moment is closed, every student has been logged in since
 * yesterday, and half of them get a push. Returns each student's refresh token, by user id.
 */
export async function seedStormSchool(
  database: Database,
  students: number,
  pushOrigins: readonly string[],
): Promise<string[]> {
  const tokens = await seedBenchSchool(database, students)
  const { kysely } = database
  await kysely
    .updateTable('testmoment')
    .set({ enrollments_enabled: false, max_enrollments: SLOTS })
    .where('id', '=', OPENING)
    .execute()
  await kysely
    .updateTable('user')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .execute()
  const half = Math.floor(students / 2)
  await seedDevices(database, half, pushOrigins)
  const attended = { testmoment_id: WRITTEN_TO, module_id: 1, created_at: new Date().toISOString() }
  await database.transaction((trx) =>
    insertAll(
      trx,
      'enrollment',
      range(half).map((user_id) => ({ user_id, ...attended })),
    ),
  )
  await analyze(database)
  return tokens
}
