import type { Database } from '#database/engine/open-database.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { addDepartment, addModule, addMoment, addYear } from '#tests/support/api/test-school.ts'
import { addUsers, logInAll } from './rows.ts'

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
  const modules: number[] = []
  while (modules.length < MODULES) modules.push(await addModule(database, `M${modules.length}`))
  const education_department_id = await addDepartment(database, modules)
  const schoolyear_id = await addYear(database, 'Nu', true)
  const moments: FaultSchool['moments'] = []
  for (const [n, max_enrollments] of LIMITS.entries()) {
    const date = addDays(dayOf(Date.now()), 30 + n)
    const id = await addMoment(database, { schoolyear_id, date, max_enrollments, enrollments_enabled: true })
    moments.push({ id, max_enrollments })
  }
  const usernameOf = (n: number) => `student-${n}@faults.example`
  const ids = await addUsers(database.kysely, count, (n) => ({ username: usernameOf(n), education_department_id }))
  const tokens = await logInAll(database.kysely, ids)
  return { modules, moments, students: ids.map((id, at) => ({ id, refresh_token: tokens[at] ?? '' })) }
}

/** The one that takes any number of modules. */
export const openMoment = ({ moments }: FaultSchool): number =>
  moments.find(({ max_enrollments }) => max_enrollments === 0)?.id ?? 0

/** On another device; gives its refresh token. */
export async function logIn({ kysely }: Database, user_id: number): Promise<string> {
  const [token = ''] = await logInAll(kysely, [user_id])
  return token
}
