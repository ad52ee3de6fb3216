import type { Database } from '#database/engine/open-database.ts'
import { findable } from '#domain/users/search.rules.ts'
import { STUDENTS, seedBenchSchool } from '../enroll/bench-school.ts'

/** The bench school's one teacher, who comes after all students; so does their login. */
export const teacherAfter = (students: number): number => students + 1
export const TEACHER = teacherAfter(STUDENTS)

export async function seedLiveSchool(database: Database, now: number, students = STUDENTS): Promise<void> {
  await seedBenchSchool(database, now, students)
  const created_at = new Date(now).toISOString()
  await database.kysely
    .insertInto('user')
    .values({
      ...findable({ username: 'docent@bench.example', first_name: 'Marijke', last_name: 'de Leeuw' }),
      roles: 'ROLE_ADMIN',
      information_checked: true,
      activated: true,
      created_at,
    })
    .execute()
  await database.kysely
    .insertInto('session')
    .values({
      user_id: teacherAfter(students),
      device: 'bench',
      created_at,
      last_used_at: created_at,
      expires_at: new Date(now + 86_400_000).toISOString(),
    })
    .execute()
}
