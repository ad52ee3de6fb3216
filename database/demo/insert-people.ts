import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { findable } from '#domain/users/search.rules.ts'
import { type DemoSchool, known } from './demo-school.ts'
import { DAY, type DemoStudent } from './demo-student.ts'
import { teachers } from './known-people.ts'

export interface PeopleOptions {
  /** in ms */
  now: number
  passwordHash: string
}

/** Answers with the students' ids by username. */
export async function insertPeople(
  trx: Transaction<Tables>,
  school: DemoSchool,
  students: readonly DemoStudent[],
  { now, passwordHash: password_hash }: PeopleOptions,
): Promise<Map<string, number>> {
  await trx
    .insertInto('user')
    .values(
      teachers.map((teacher) => ({
        ...findable(teacher),
        roles: 'ROLE_ADMIN',
        password_hash,
        activated: true,
        information_checked: true,
        created_at: new Date(now - 500 * DAY).toISOString(),
      })),
    )
    .execute()
  const rows = await trx
    .insertInto('user')
    .values(
      students.map(({ department, activated, entered, year, ...names }) => ({
        ...findable(names),
        roles: 'ROLE_STUDENT',
        password_hash,
        activated,
        activation_nonce: activated ? null : `demo-${names.username}`,
        activation_expires_at: activated ? null : new Date(entered + 3 * DAY).toISOString(),
        information_checked: department !== null,
        education_department_id: department && known(school.departments, department).id,
        created_at: new Date(entered).toISOString(),
      })),
    )
    .returning(['id', 'username'])
    .execute()
  return new Map(rows.map((row) => [row.username, row.id]))
}
