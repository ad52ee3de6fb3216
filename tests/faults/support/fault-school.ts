import { newRefreshToken, refreshTokenHash } from '#api-server/sessions/tokens.ts'
import type { Database } from '#database/engine/open-database.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { addDepartment, addModule, addMoment, addUser, addYear } from '#tests/support/api/test-school.ts'

/** A school in which every student can soon run into every limit. */
export interface FaultSchool {
  modules: number[]
  moments: { id: number; max_enrollments: number }[]
  students: { id: number; refresh_token: string }[]
}

const MODULES = 6
/** 0 takes all of them */
const LIMITS = [1, 2, 3, 0]
/** longer than any fault (ms) */
const LOGIN_LASTS = 14 * 24 * 3_600_000

/** Fills an empty, migrated database; every moment is open, and everyone is logged in on one device. */
export async function seedFaultSchool(database: Database, count: number): Promise<FaultSchool> {
  const now = Date.now()
  const modules = await inTurn(MODULES, (n) => addModule(database, `M${n}`))
  const education_department_id = await addDepartment(database, modules)
  const schoolyear_id = await addYear(database, 'Nu', true)
  const moments = await inTurn(LIMITS.length, async (n) => {
    const max_enrollments = LIMITS[n] ?? 0
    const date = addDays(dayOf(now), 30 + n)
    const id = await addMoment(database, { schoolyear_id, date, max_enrollments, enrollments_enabled: true })
    return { id, max_enrollments }
  })
  const students = await inTurn(count, async (n) => {
    const id = await addUser(database, { username: `student-${n}@faults.example`, education_department_id })
    return { id, refresh_token: await logIn(database, id) }
  })
  return { modules, moments, students }
}

/** On a phone, by rows alone that the release before knows too; gives the refresh token. */
export async function logIn({ kysely }: Database, user_id: number): Promise<string> {
  const refresh_token = newRefreshToken()
  const created_at = new Date().toISOString()
  const expires_at = new Date(Date.now() + LOGIN_LASTS).toISOString()
  const { id: session_id } = await kysely
    .insertInto('session')
    .values({ user_id, device: 'phone', created_at, last_used_at: created_at, expires_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('refresh_token')
    .values({ token_hash: refreshTokenHash(refresh_token), session_id, created_at, expires_at })
    .execute()
  return refresh_token
}

async function inTurn<Made>(count: number, make: (n: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (let n = 0; n < count; n++) made.push(await make(n))
  return made
}
