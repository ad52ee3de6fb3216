import { z } from 'zod'
import { whenAndWhereColumns } from '#database/queries/when-and-where.ts'
import type { Kysely } from '#database/tables.ts'
import { auditChangesSchema } from '#domain/audit/audit.schema.ts'
import { whenAndWhereFieldNames } from '#domain/calendar/when-and-where.schema.ts'
import { type PersonalData, personalDataSchema } from '#domain/personal-data/personal-data.schema.ts'
import { pushPreferenceFieldNames } from '#domain/push/push.schema.ts'
import { rolesOf } from '#domain/users/roles.ts'

/**
 * Writes the `PersonalData` of a user as JSON that a person can read, in parts: little of it is in memory at a time, and no
 * query holds the database for long.
 */
export async function* writePersonalData(kysely: Kysely, userId: number, now: number): AsyncGenerator<string> {
  yield `{\n"made_at": ${JSON.stringify(new Date(now).toISOString())}`
  for (const [name, find] of Object.entries(sections))
    yield `,\n${JSON.stringify(name)}: ${JSON.stringify(await find(kysely, userId), null, 2)}`
  yield ',\n"audit": ['
  let separator = '\n'
  for await (const lines of listOwnAudit(kysely, userId))
    for (const line of lines) {
      yield separator + JSON.stringify(line)
      separator = ',\n'
    }
  yield '\n]\n}\n'
}

/** Exported columns by table: queries select these and nothing else. */
const columns = personalDataSchema.shape

type Section = Exclude<keyof PersonalData, 'made_at' | 'audit'>
type Find<Name extends Section> = (kysely: Kysely, userId: number) => Promise<PersonalData[Name]>

const sections: { [Name in Section]: Find<Name> } = {
  async user(kysely, userId) {
    const row = await kysely
      .selectFrom('user')
      .select(columns.user.keyof().options)
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    return { ...row, roles: rolesOf(row) }
  },

  education_department: async (kysely, userId) =>
    (await kysely
      .selectFrom('user')
      .innerJoin('education_department', 'education_department.id', 'user.education_department_id')
      .select('education_department.name')
      .where('user.id', '=', userId)
      .executeTakeFirst()) ?? null,

  completed_modules: (kysely, userId) =>
    kysely
      .selectFrom('completed_module as completed')
      .innerJoin('module', 'module.id', 'completed.module_id')
      .select(['module.name', 'module.description', 'completed.created_at', 'completed.by_result'])
      .where('completed.user_id', '=', userId)
      .orderBy('completed.created_at')
      .orderBy('module.id')
      .execute(),

  async enrollments(kysely, userId) {
    const rows = await kysely
      .selectFrom('enrollment')
      .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
      .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
      .innerJoin('module', 'module.id', 'enrollment.module_id')
      .leftJoin('presence', 'presence.enrollment_id', 'enrollment.id')
      .select([
        'enrollment.id',
        'enrollment.testmoment_id',
        'presence.status',
        'presence.at',
        'schoolyear.name as schoolyear',
        ...whenAndWhereColumns,
        'module.name',
        'module.description',
        'enrollment.created_at',
        'enrollment.maker',
      ])
      .where('enrollment.user_id', '=', userId)
      .orderBy('testmoment.date')
      .orderBy('enrollment.id')
      .execute()
    const ticks = await listOwnTicks(kysely, userId)
    const results = await listOwnResults(kysely, userId)
    const chairs = await listOwnChairs(kysely, userId)
    return rows.map(
      ({ id, testmoment_id, status, at, schoolyear, name, description, created_at, maker, ...testmoment }) => ({
        schoolyear,
        testmoment,
        module: { name, description },
        created_at,
        maker,
        presence: status && at ? { status, at } : null,
        ticks: ticks.get(id) ?? [],
        chair: chairs.get(testmoment_id) ?? null,
        results: results.get(id) ?? [],
      }),
    )
  },

  async door_codes(kysely, userId) {
    const rows = await kysely
      .selectFrom('door_code')
      .innerJoin('testmoment', 'testmoment.id', 'door_code.testmoment_id')
      .select([...whenAndWhereColumns, 'door_code.generation', 'door_code.renewed_at'])
      .where('door_code.user_id', '=', userId)
      .orderBy('door_code.testmoment_id')
      .execute()
    return rows.map(({ generation, renewed_at, ...testmoment }) => ({ testmoment, generation, renewed_at }))
  },

  async waiting(kysely, userId) {
    const rows = await kysely
      .selectFrom('waiting_entry')
      .innerJoin('testmoment', 'testmoment.id', 'waiting_entry.testmoment_id')
      .innerJoin('module', 'module.id', 'waiting_entry.module_id')
      .select([...whenAndWhereColumns, 'module.name', 'module.description'])
      .select(['waiting_entry.moves', 'waiting_entry.created_at'])
      .where('waiting_entry.user_id', '=', userId)
      .orderBy('waiting_entry.id')
      .execute()
    return rows.map(({ name, description, moves, created_at, ...testmoment }) => ({
      testmoment,
      module: { name, description },
      moves,
      created_at,
    }))
  },

  async waiting_outcomes(kysely, userId) {
    const rows = await kysely
      .selectFrom('waiting_outcome')
      .innerJoin('module', 'module.id', 'waiting_outcome.module_id')
      .select(whenAndWhereFieldNames.map((name) => `waiting_outcome.${name}` as const))
      .select(['module.name', 'module.description', 'outcome', 'waiting_outcome.created_at', 'seen_at'])
      .where('waiting_outcome.user_id', '=', userId)
      .orderBy('waiting_outcome.id')
      .execute()
    return rows.map(({ name, description, outcome, created_at, seen_at, ...testmoment }) => ({
      testmoment,
      module: { name, description },
      outcome,
      created_at,
      seen_at,
    }))
  },

  /** Lists sessions, including ended ones that are still kept. */
  sessions: (kysely, userId) =>
    ownRows(kysely.selectFrom('session').select(columns.sessions.element.keyof().options), userId),

  external_identities: (kysely, userId) =>
    ownRows(kysely.selectFrom('external_identity').select(columns.external_identities.element.keyof().options), userId),

  passkeys: (kysely, userId) =>
    ownRows(kysely.selectFrom('passkey').select(columns.passkeys.element.keyof().options), userId),

  totp: async (kysely, userId) =>
    (await kysely
      .selectFrom('totp')
      .select(columns.totp.unwrap().keyof().options)
      .where('user_id', '=', userId)
      .executeTakeFirst()) ?? null,

  recovery_codes: (kysely, userId) =>
    ownRows(kysely.selectFrom('recovery_code').select(columns.recovery_codes.element.keyof().options), userId),

  former_addresses: (kysely, userId) =>
    ownRows(kysely.selectFrom('address_change').select(columns.former_addresses.element.keyof().options), userId),

  password_resets: (kysely, userId) =>
    ownRows(kysely.selectFrom('password_reset').select(columns.password_resets.element.keyof().options), userId),

  push_subscriptions: (kysely, userId) =>
    ownRows(kysely.selectFrom('push_subscription').select(columns.push_subscriptions.element.keyof().options), userId),

  push_preference: async (kysely, userId) =>
    (await kysely
      .selectFrom('push_preference')
      .select(pushPreferenceFieldNames)
      .where('user_id', '=', userId)
      .executeTakeFirst()) ?? null,

  calendar_feed: async (kysely, userId) =>
    (await kysely.selectFrom('calendar_feed').select('created_at').where('user_id', '=', userId).executeTakeFirst()) ??
    null,

  messages_received: (kysely, userId) =>
    kysely
      .selectFrom('message_recipient')
      .innerJoin('message', 'message.id', 'message_recipient.message_id')
      .select(columns.messages_received.element.omit({ text: true }).keyof().options)
      .select(({ fn }) => fn.coalesce('message_recipient.text', 'message.text').as('text'))
      .where('message_recipient.user_id', '=', userId)
      .orderBy('message.id')
      .execute(),

  messages_sent: (kysely, userId) =>
    kysely
      .selectFrom('message')
      .select(columns.messages_sent.element.keyof().options)
      .where('sender_id', '=', userId)
      .orderBy('id')
      .execute(),

  imports: (kysely, userId) =>
    kysely.selectFrom('import').select(['kind', 'at']).where('actor_id', '=', userId).orderBy('id').execute(),

  /** Lists lines of imports of students only: imported results are exported with the enrollment once published. */
  async imported(kysely, userId) {
    const rows = await kysely
      .selectFrom('import_line')
      .innerJoin('import', 'import.id', 'import_line.import_id')
      .select(['import.at', 'outcome', 'before', 'after', 'import_line.undone_at'])
      .where('import_line.user_id', '=', userId)
      .where('import.kind', '=', 'students')
      .orderBy('import_line.id')
      .execute()
    const { before, after } = columns.imported.element.shape
    return rows.map((row) => ({
      ...row,
      before: before.parse(JSON.parse(row.before ?? 'null')),
      after: after.parse(JSON.parse(row.after)),
    }))
  },
}

/** A query of rows that each belong to one user. */
interface OfUsers<Row> {
  where(column: 'user_id', is: '=', userId: number): OfUsers<Row>
  orderBy(column: 'id'): OfUsers<Row>
  execute(): Promise<Row[]>
}

const ownRows = <Row>(rows: OfUsers<Row>, userId: number): Promise<Row[]> =>
  rows.where('user_id', '=', userId).orderBy('id').execute()

/** Finds where they sit, by the id of the moment; nothing that was not announced to them yet. */
async function listOwnChairs(kysely: Kysely, userId: number) {
  const rows = await kysely
    .selectFrom('chair')
    .innerJoin('room', 'room.id', 'chair.room_id')
    .innerJoin('testmoment', 'testmoment.id', 'chair.testmoment_id')
    .select(['chair.testmoment_id', 'room.name as room', 'chair.seat_number'])
    .where('chair.user_id', '=', userId)
    .where('testmoment.rooms_published_at', 'is not', null)
    .execute()
  return new Map(rows.map(({ testmoment_id, ...chair }) => [testmoment_id, chair]))
}

/** Maps enrollment ids to ticks in the order in which they were made. */
async function listOwnTicks(kysely: Kysely, userId: number) {
  const rows = await kysely
    .selectFrom('presence_tick')
    .select(['enrollment_id', 'status', 'at', 'received_at', 'by_code'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return byEnrollment(rows)
}

async function listOwnResults(kysely: Kysely, userId: number) {
  const rows = await kysely
    .selectFrom('result_publication')
    .select(['enrollment_id', 'outcome', 'grade', 'is_correction', 'at', 'ended_testmoment_ids'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const idsIn = (text: string) => z.array(z.int()).parse(JSON.parse(text))
  const ids = [...new Set(rows.flatMap((row) => idsIn(row.ended_testmoment_ids)))]
  const found =
    ids.length === 0
      ? []
      : await kysely
          .selectFrom('testmoment')
          .select(['id', ...whenAndWhereFieldNames])
          .where('id', 'in', ids)
          .execute()
  const moments = new Map(found.map(({ id, ...moment }) => [id, moment]))
  return byEnrollment(
    rows.map(({ ended_testmoment_ids, grade, ...row }) => ({
      ...row,
      grade: grade === null ? null : grade / 10,
      ended: idsIn(ended_testmoment_ids).flatMap((id) => moments.get(id) ?? []),
    })),
  )
}

function byEnrollment<Row extends { enrollment_id: number }>(rows: readonly Row[]) {
  const groups = new Map<number, Omit<Row, 'enrollment_id'>[]>()
  for (const { enrollment_id, ...row } of rows) groups.set(enrollment_id, [...(groups.get(enrollment_id) ?? []), row])
  return groups
}

/** A teacher's own actions of many years are read in parts. */
const LINES_PER_QUERY = 500

/** Lists actions on this account, without their actor, and the actions of its owner. */
async function* listOwnAudit(kysely: Kysely, userId: number): AsyncGenerator<PersonalData['audit']> {
  for (let after = 0; ; ) {
    const rows = await findPage(kysely, userId, after)
    yield rows.map(({ id, actor_id, fields, changes, ...row }) => ({
      ...row,
      fields: namesIn(fields),
      changes: auditChangesSchema.parse(JSON.parse(changes ?? '{}')),
      by_you: actor_id === userId,
    }))
    const last = rows.at(-1)
    if (!last || rows.length < LINES_PER_QUERY) return
    after = last.id
  }
}

const findPage = (kysely: Kysely, userId: number, after: number) =>
  kysely
    .selectFrom('audit')
    .select(['id', 'at', 'actor_id', 'action', 'resource', 'resource_id', 'fields', 'changes', 'subject', 'about'])
    .where('id', '>', after)
    .where((either) =>
      either.or([
        either('actor_id', '=', userId),
        either.and([either('resource', '=', 'user'), either('resource_id', '=', userId)]),
      ]),
    )
    .orderBy('id')
    .limit(LINES_PER_QUERY)
    .execute()

const namesIn = (fields: string): string[] => columns.audit.element.shape.fields.parse(JSON.parse(fields))
