import { startSession } from '#api-server/sessions/log-in.ts'
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
    const session = await startSession(database, { user_id: id, token_version: 1, device: 'phone', now })
    if (!session) throw new Error('a student could not be logged in')
    return { id, refresh_token: session.refresh_token }
  })
  return { modules, moments, students }
}

async function inTurn<Made>(count: number, make: (n: number) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (let n = 0; n < count; n++) made.push(await make(n))
  return made
}
