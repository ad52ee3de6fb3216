import type { Kysely } from '#database/tables.ts'
import type { AuditResource } from '#domain/audit/audit.schema.ts'
import { importSubject, SOURCE } from '#domain/audit/audit.texts.ts'
import { briefLabel, type ReadAt } from '#domain/calendar/date-labels.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { personLabel } from '#domain/users/names.ts'

type Ids = readonly number[]
type Question = (kysely: Kysely, ids: Ids, readAt: ReadAt) => Promise<Subject[]>
type Subject = readonly [id: number, label: string]

/** Queries for current names by kind of record; deleted records are missing. */
export const listAuditSubjects: Record<AuditResource, Question> = {
  schoolyear: async (kysely, ids) => named(await of(kysely, 'schoolyear', ids)),
  module: async (kysely, ids) => named(await of(kysely, 'module', ids)),
  education_department: async (kysely, ids) => named(await of(kysely, 'education_department', ids)),
  room: async (kysely, ids) => named(await of(kysely, 'room', ids)),

  testmoment: async (kysely, ids, readAt) => {
    const moments = await kysely
      .selectFrom('testmoment')
      .select(['id', ...whenAndWhereFieldNames])
      .where('id', 'in', ids)
      .execute()
    return moments.map((moment) => [moment.id, briefLabel(moment, readAt)])
  },

  source: async (_, ids) => ids.map((id) => [id, SOURCE]),

  import: async (kysely, ids) => {
    const imports = await kysely.selectFrom('import').select(['id', 'kind', 'place']).where('id', 'in', ids).execute()
    return imports.map((made) => [made.id, importSubject(made)])
  },

  connection: async (kysely, ids) => named(await of(kysely, 'connection', ids)),

  user: async (kysely, ids) => {
    const users = await kysely
      .selectFrom('user')
      .select(['id', 'username', 'first_name', 'last_name'])
      .where('id', 'in', ids)
      .execute()
    return users.map((user) => [user.id, personLabel(user)])
  },

  message: (kysely, ids) =>
    kysely
      .selectFrom('message')
      .select(['id', 'subject'])
      .where('id', 'in', ids)
      .execute()
      .then((messages) => messages.map(({ id, subject }): Subject => [id, subject])),

  audit: async (_, ids) => ids.map((id) => [id, '']),

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

const of = (
  kysely: Kysely,
  table: 'schoolyear' | 'module' | 'education_department' | 'room' | 'connection',
  ids: Ids,
) =>
  kysely
    .selectFrom(table)
    .select([`${table}.id`, `${table}.name`])
    .where(`${table}.id`, 'in', ids)
    .execute()

const named = (rows: { id: number; name: string }[]): Subject[] => rows.map(({ id, name }) => [id, name])
