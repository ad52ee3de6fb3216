import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { AuditResource } from '#domain/audit/audit.schema.ts'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { personLabel } from '#domain/users/user.rules.ts'

type Ids = readonly number[]
type Question = (kysely: Kysely<Tables>, ids: Ids, now: number) => Promise<Subject[]>
type Subject = readonly [id: number, label: string]

/** For each kind of record one question that tells what these are called now; those that are gone are missing. `now` is in ms. */
export const listAuditSubjects: Record<AuditResource, Question> = {
  schoolyear: async (kysely, ids) => named(await of(kysely, 'schoolyear', ids)),
  module: async (kysely, ids) => named(await of(kysely, 'module', ids)),
  education_department: async (kysely, ids) => named(await of(kysely, 'education_department', ids)),

  testmoment: async (kysely, ids, now) => {
    const moments = await kysely
      .selectFrom('testmoment')
      .select(['id', 'date', 'duration'])
      .where('id', 'in', ids)
      .execute()
    return moments.map((moment) => [moment.id, momentLabel(moment, now)])
  },

  user: async (kysely, ids) => {
    const users = await kysely
      .selectFrom('user')
      .select(['id', 'username', 'first_name', 'last_name'])
      .where('id', 'in', ids)
      .execute()
    return users.map((user) => [user.id, personLabel(user)])
  },

  enrollment: async (kysely, ids) => {
    const enrollments = await kysely
      .selectFrom('enrollment')
      .innerJoin('user', 'user.id', 'enrollment.user_id')
      .innerJoin('module', 'module.id', 'enrollment.module_id')
      .select(['enrollment.id', 'username', 'first_name', 'last_name', 'module.name'])
      .where('enrollment.id', 'in', ids)
      .execute()
    return enrollments.map((enrollment) => [enrollment.id, `${personLabel(enrollment)}, ${enrollment.name}`])
  },
}

const of = (kysely: Kysely<Tables>, table: 'schoolyear' | 'module' | 'education_department', ids: Ids) =>
  kysely
    .selectFrom(table)
    .select([`${table}.id`, `${table}.name`])
    .where(`${table}.id`, 'in', ids)
    .execute()

const named = (rows: { id: number; name: string }[]): Subject[] => rows.map(({ id, name }) => [id, name])
