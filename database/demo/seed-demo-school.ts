import type { Database } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'
import { drawStudents, SeededRandom } from './drawn-students.ts'
import { drawnHistory, insertHistories, writtenHistory } from './histories.ts'
import { insertSchool, requireNamed } from './insert-school.ts'
import { demoAccounts, insertPeople, knownStudents, type PeopleOptions } from './people.ts'
import { insertSeats } from './seats.ts'
import { insertTestDays } from './test-days.ts'

export interface DemoAccount {
  username: string
  description: string
}

const SEED = 1637

/**
 * Fills a database without users with a university of applied sciences around `now` (ms), the same for the same `now`. Everyone
 * has the password of `passwordHash`. Returns the accounts to try; none if there were users.
 */
export async function seedDemoSchool(database: Database, options: PeopleOptions): Promise<readonly DemoAccount[]> {
  try {
    return await database.transaction((trx) => seed(trx, options))
  } catch (error) {
    if (database.isUniqueViolation(error)) return [] // another process that started at the same moment was first
    throw error
  }
}

async function seed(trx: Transaction, options: PeopleOptions): Promise<readonly DemoAccount[]> {
  const someone = await trx.selectFrom('user').select('id').limit(1).executeTakeFirst()
  if (someone) return []

  const { now } = options
  const random = new SeededRandom(SEED)
  const written = knownStudents(now)
  const taken = written.map(({ username }) => username)
  const students = [...written, ...drawStudents(random, now, taken)]

  const school = await insertSchool(trx, now)
  const ids = await insertPeople(trx, school, students, options)
  const lives = students.map((student) => ({
    id: requireNamed(ids, student.username),
    student,
    history: student.year ? writtenHistory(school, student.year, now) : drawnHistory(school, student, random, now),
  }))
  const teacherId = requireNamed(ids, demoAccounts[0].username)
  await insertHistories(trx, school, lives, { now, teacherId })
  await insertSeats(trx, school, lives, { random, now })
  await insertTestDays(trx, school, lives, { now, teacherId })
  return demoAccounts
}
