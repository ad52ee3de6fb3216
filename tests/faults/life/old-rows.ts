import { sql } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { addMoment, addUser } from '../../support/api/test-school.ts'
import { subscribe } from '../../support/push/subscribe.ts'

const DAY = 86_400_000

/** ISO instants and days of what is kept until the school years after are over: on 1 August, within the life. */
const LAST_YEAR_BUT_ONE = '2025-03-10'

/**
 * One row of each kind that the product throws away by itself, whose time comes in the third day of a life that begins at
 * `start`. Gives which of them there still are.
 */
export async function leaveOldRows(
  { kysely, ...database }: Database,
  start: number,
  school: { moment: number; module: number },
): Promise<() => Promise<string[]>> {
  const at = (days: number) => new Date(start + days * DAY).toISOString()
  const old = `${LAST_YEAR_BUT_ONE}T09:00:00.000Z`
  const marked: { table: keyof Tables; key: string; value: number | string }[] = []
  const keep = (table: keyof Tables, value: number | string | undefined, key = 'id') => {
    if (value !== undefined) marked.push({ table, key, value })
  }
  const user_id = await addUser({ kysely, ...database }, { username: 'vroeger@faults.example' })
  const unactivated = { username: 'nooit@faults.example', activated: false, registration_ends_at: at(2.5) }
  keep('user', await addUser({ kysely, ...database }, unactivated))

  const session = { user_id, device: 'phone', created_at: at(-120), last_used_at: at(-120), expires_at: at(-27.5) }
  keep('session', (await kysely.insertInto('session').values(session).returning('id').executeTakeFirst())?.id)
  const link = { nonce: 'old', user_id, created_at: at(-5), expires_at: at(-4.5) }
  keep(
    'password_reset',
    (await kysely.insertInto('password_reset').values(link).returning('id').executeTakeFirst())?.id,
  )
  const ticket = {
    kind: 'second-factor',
    secret_hash: 'old',
    user_id,
    data: '{}',
    created_at: at(-1),
    expires_at: at(2.5),
  }
  keep(
    'login_ticket',
    // Of any kind: only its time counts.
    (
      await kysely
        .insertInto('login_ticket')
        .values(ticket as never)
        .returning('id')
        .executeTakeFirst()
    )?.id,
  )
  const task = { kind: 'password-changed-letter', payload: JSON.stringify({ user_id }), available_at: at(-28) }
  const done = await kysely
    .insertInto('outbox')
    .values({ ...task, created_at: at(-28), done_at: at(-27.5) })
    .returning('id')
    .executeTakeFirstOrThrow()
  keep('outbox', done.id)
  const { id: push_subscription_id } = await subscribe({ kysely, ...database }, user_id)
  const job = {
    push_subscription_id,
    testmoment_id: school.moment,
    kind: 'opening',
    origin: 'https://fcm.googleapis.com',
  } as const
  // Of another task, with which it would go.
  const other = await kysely
    .insertInto('outbox')
    .values({ ...task, created_at: at(-5), done_at: at(-4.5) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pushed = { ...job, outbox_id: other.id, available_at: at(-5), done_at: at(-4.5), outcome: 'sent' }
  keep('push_job', (await kysely.insertInto('push_job').values(pushed).returning('id').executeTakeFirst())?.id)
  const gone = { endpoint_hash: 'old', user_id, gone_at: at(-87.5) }
  await kysely.insertInto('gone_push_endpoint').values(gone).execute()
  keep('gone_push_endpoint', 'old', 'endpoint_hash')

  const year = await kysely
    .insertInto('schoolyear')
    .values({ name: 'Toen', created_at: old })
    .returning('id')
    .executeTakeFirstOrThrow()
  const moment = await addMoment({ kysely, ...database }, { schoolyear_id: year.id, date: LAST_YEAR_BUT_ONE })
  const { id: enrollment_id } = await kysely
    .insertInto('enrollment')
    .values({ user_id, testmoment_id: moment, module_id: school.module, created_at: old, has_record: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely.insertInto('result').values({ enrollment_id, user_id, outcome: 'failed', edited_at: old }).execute()
  await kysely.insertInto('presence').values({ enrollment_id, user_id, status: 'present', at: old }).execute()
  keep('result', enrollment_id, 'enrollment_id')
  keep('presence', enrollment_id, 'enrollment_id')
  const message = {
    key: 'old',
    kind: 'message',
    fingerprint: 'old',
    audience: '{}',
    audience_label: 'Allen',
    subject: 'Toen',
  } as const
  keep(
    'message',
    (
      await kysely
        .insertInto('message')
        .values({ ...message, text: 'Toen', created_at: old })
        .returning('id')
        .executeTakeFirst()
    )?.id,
  )

  return async () => {
    const left: string[] = []
    for (const { table, key, value } of marked) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(key)} = ${value}`.execute(kysely)
      if (rows.length > 0) left.push(table)
    }
    return left
  }
}
