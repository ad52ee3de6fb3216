import { sql } from 'kysely'
import { newRefreshToken, refreshTokenHash } from '#api-server/sessions/tokens.ts'
import type { Database } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import { hashPassword } from '#server/password-hash.ts'
import { inChunks } from '../enroll/bench-school.ts'
import { seedLiveSchool } from '../live/live-school.ts'
import { seedDevices } from '../push/push-subject.ts'

/** What the teacher opens; there each student may take one module. */
export const OPENING = 1
/** Long past; half of the students were there, and are written to. */
export const WRITTEN_TO = 6
/** of each student */
export const SLOTS = 1
export const PASSWORD = 'krijtbord-passer-9'

const DAY_MS = 86_400_000

/**
 * The bench school in the minute before the opening: the moment is closed, every student has been logged in since
 * yesterday, and half of them get a push. Returns each student's refresh token, by user id.
 */
export async function seedStormSchool(
  database: Database,
  students: number,
  pushOrigins: readonly string[],
): Promise<string[]> {
  const now = Date.now()
  await migrate(database)
  await seedLiveSchool(database, now, students)
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
  await seedDevices(database, devicesOf(students), pushOrigins)
  const attended = Array.from({ length: devicesOf(students) }, (_, index) => ({
    user_id: index + 1,
    testmoment_id: WRITTEN_TO,
    module_id: 1,
    created_at: new Date(now).toISOString(),
  }))
  await database.transaction(async (trx) => {
    for (const some of inChunks(attended)) await trx.insertInto('enrollment').values(some).execute()
  })
  const tokens = Array.from({ length: students + 1 }, newRefreshToken)
  const families = tokens.slice(1).map((token, index) => ({
    token_hash: refreshTokenHash(token),
    session_id: index + 1,
    created_at: new Date(now - DAY_MS).toISOString(),
    expires_at: new Date(now + DAY_MS).toISOString(),
  }))
  await database.transaction(async (trx) => {
    for (const some of inChunks(families)) await trx.insertInto('refresh_token').values(some).execute()
  })
  // What a database that is in use has learnt of its tables long ago.
  if (database.isRemote) await sql`analyze`.execute(kysely)
  return tokens
}

const devicesOf = (students: number): number => Math.floor(students / 2)
