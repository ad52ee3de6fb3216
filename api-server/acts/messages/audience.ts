import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import type { AudiencePreview } from '#contract/messages.calls.ts'
import type { Kysely } from '#database/tables.ts'
import { dayAndStartLabel } from '#domain/calendar/date-labels.ts'
import type { Audience } from '#domain/messages/message.schema.ts'
import { audienceTexts } from '#domain/messages/message.texts.ts'
import { columnsReaching } from '#domain/users/roles.ts'
import { Problem } from '#server/problem.ts'

/** Role columns of students without another role: a teacher who is also a student gets messages from colleagues. */
const STUDENTS = columnsReaching('own-enrollments')

/** Query for the ids of an audience, without duplicates. Inserts and counts embed it, so they run in the database. */
export function studentsIn(kysely: Kysely, audience: Audience) {
  const students = kysely.selectFrom('user').select('user.id').where('user.roles', 'in', STUDENTS)
  switch (audience.kind) {
    case 'testmoment':
      return students.where('user.id', 'in', ({ selectFrom }) =>
        selectFrom('enrollment')
          .select('enrollment.user_id')
          .where('enrollment.testmoment_id', '=', audience.testmoment_id)
          .$if(audience.module_id !== undefined, (some) => some.where('module_id', '=', audience.module_id ?? 0)),
      )
    case 'waiting':
      return students.where('user.id', 'in', ({ selectFrom }) =>
        selectFrom('waiting_entry')
          .select('waiting_entry.user_id')
          .where('waiting_entry.testmoment_id', '=', audience.testmoment_id)
          .$if(audience.module_id !== undefined, (some) => some.where('module_id', '=', audience.module_id ?? 0)),
      )
    case 'absent':
      return students.where('user.id', 'in', ({ selectFrom }) =>
        selectFrom('enrollment')
          .innerJoin('presence', 'presence.enrollment_id', 'enrollment.id')
          .select('enrollment.user_id')
          .where('enrollment.testmoment_id', '=', audience.testmoment_id)
          .where('presence.status', '=', 'absent')
          .$if(audience.module_id !== undefined, (some) =>
            some.where('enrollment.module_id', '=', audience.module_id ?? 0),
          ),
      )
    case 'department':
      return students.where('user.education_department_id', '=', audience.education_department_id)
    case 'users':
      return students.where('user.id', 'in', audience.user_ids)
    case 'not-activated':
      return students.where('user.activated', '=', false)
    case 'never-enrolled':
      return students
        .where('user.activated', '=', true)
        .where(({ exists, selectFrom }) => exists(selectFrom('schoolyear').select('id').where('active', '=', true)))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('enrollment')
                .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
                .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
                .select('enrollment.id')
                .whereRef('enrollment.user_id', '=', 'user.id')
                .where('schoolyear.active', '=', true),
            ),
          ),
        )
  }
}

/** Counts recipients and their devices. Throws `not-found` if the moment, module or department does not exist (any more). */
export async function previewAudience(kysely: Kysely, audience: Audience): Promise<AudiencePreview> {
  const label = await labelOf(kysely, audience)
  const recipients = await countStudents(kysely, audience)
  const { devices } = await kysely
    .selectFrom('push_subscription')
    .leftJoin('push_preference', 'push_preference.user_id', 'push_subscription.user_id')
    .select(({ fn }) => fn.countAll<number>().as('devices'))
    .where('push_subscription.user_id', 'in', studentsIn(kysely, audience))
    .where(({ fn, lit }) => sql<boolean>`${fn.coalesce('push_preference.message', lit(true))}`)
    .executeTakeFirstOrThrow()
  return { recipients, devices, label }
}

/** Current name of the audience; it is stored with the message. Throws the same errors as `previewAudience`. */
export async function labelOf(kysely: Kysely, audience: Audience): Promise<string> {
  switch (audience.kind) {
    case 'testmoment':
    case 'waiting':
    case 'absent': {
      const moment = await requireTestmoment(kysely, { id: audience.testmoment_id })
      const { module_id } = audience
      const module = module_id === undefined ? undefined : await nameOf(kysely, 'module', module_id)
      return audienceTexts[audience.kind](dayAndStartLabel(moment, 'any-time'), module)
    }
    case 'department':
      return audienceTexts.department(await nameOf(kysely, 'education_department', audience.education_department_id))
    case 'users':
      return audienceTexts.users(await countStudents(kysely, audience))
    default:
      return audienceTexts[audience.kind]
  }
}

async function countStudents(kysely: Kysely, audience: Audience): Promise<number> {
  const { count } = await kysely
    .selectFrom(studentsIn(kysely, audience).as('student'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Audience as stored with a message. Ids of chosen people are hashed: no trace may remain after their accounts are
 * deleted.
 */
export function keptAudience(audience: Audience): object {
  if (audience.kind !== 'users') return audience
  const ids = [...new Set(audience.user_ids)].toSorted((one, other) => one - other)
  return { kind: 'users', hash: createHash('sha256').update(ids.join()).digest('base64url') }
}

async function nameOf(kysely: Kysely, table: 'module' | 'education_department', id: number) {
  const row = await kysely.selectFrom(table).select(`${table}.name`).where(`${table}.id`, '=', id).executeTakeFirst()
  if (!row) throw new Problem('not-found')
  return row.name
}
