import { type Insertable, sql } from 'kysely'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { addMoment, addUser, addYear } from '../../support/api/test-school.ts'
import { subscribe } from '../../support/push/subscribe.ts'

const DAY = 86_400_000

/** ISO instants and days of what is kept until the school years after are over: on 1 August, within the life. */
const LAST_YEAR_BUT_ONE = '2025-03-10'

type Numbered = 'session' | 'password_reset' | 'login_ticket' | 'outbox' | 'push_job' | 'enrollment' | 'message'

/**
 * One row of each kind that the product throws away by itself, whose time comes in the third day of a life that begins at
 * `start`. Gives which of them there still are.
 */
export async function leaveOldRows(
  database: Database,
  start: number,
  school: { moment: number; module: number },
): Promise<() => Promise<string[]>> {
  const { kysely } = database
  const at = (days: number) => new Date(start + days * DAY).toISOString()
  const old = `${LAST_YEAR_BUT_ONE}T09:00:00.000Z`
  const marked: { table: keyof Tables; key: string; value: number | string }[] = []
  const keep = (table: keyof Tables, value: number | string, key = 'id') => marked.push({ table, key, value })
  const insert = async <Table extends Numbered>(table: Table, row: Insertable<Tables[Table]>): Promise<number> => {
    // Kysely knows the columns of a table that is named, not of one that is a type.
    const inserted = kysely.insertInto(table as 'session').values(row as never)
    return (await inserted.returning('id').executeTakeFirstOrThrow()).id
  }
  const leave = async <Table extends Numbered>(table: Table, row: Insertable<Tables[Table]>) =>
    keep(table, await insert(table, row))

  const user_id = await addUser(database, { username: 'vroeger@faults.example' })
  const unactivated = { username: 'nooit@faults.example', activated: false, registration_ends_at: at(2.5) }
  keep('user', await addUser(database, unactivated))
  const loggedIn = { user_id, device: 'phone', created_at: at(-120), last_used_at: at(-120), expires_at: at(-27.5) }
  await leave('session', loggedIn)
  await leave('password_reset', { nonce: 'old', user_id, created_at: at(-5), expires_at: at(-4.5) })
  const ticket = { kind: 'second-factor', secret_hash: 'old', user_id, created_at: at(-1), expires_at: at(2.5) }
  // The kind does not matter, only the time.
  await leave('login_ticket', { ...ticket, data: '{}' } as never)
  const task = { kind: 'password-changed-letter', payload: JSON.stringify({ user_id }), available_at: at(-28) } as const
  await leave('outbox', { ...task, created_at: at(-28), done_at: at(-27.5) })
  const { id: push_subscription_id } = await subscribe(database, user_id)
  await leave('push_job', {
    ...{ push_subscription_id, testmoment_id: school.moment, kind: 'opening', origin: 'https://fcm.googleapis.com' },
    // Refers to another task, with which this row would be deleted.
    outbox_id: await insert('outbox', { ...task, created_at: at(-5), done_at: at(-4.5) }),
    ...{ available_at: at(-5), done_at: at(-4.5), outcome: 'sent' },
  })
  const gone = { endpoint_hash: 'old', user_id, gone_at: at(-87.5) }
  await kysely.insertInto('gone_push_endpoint').values(gone).execute()
  keep('gone_push_endpoint', 'old', 'endpoint_hash')

  const schoolyear_id = await addYear(database, 'Toen', false)
  const testmoment_id = await addMoment(database, { schoolyear_id, date: LAST_YEAR_BUT_ONE })
  const taken = { user_id, testmoment_id, module_id: school.module, created_at: old, has_record: true }
  const enrollment_id = await insert('enrollment', taken)
  await kysely.insertInto('result').values({ enrollment_id, user_id, outcome: 'failed', edited_at: old }).execute()
  await kysely.insertInto('presence').values({ enrollment_id, user_id, status: 'present', at: old }).execute()
  keep('result', enrollment_id, 'enrollment_id')
  keep('presence', enrollment_id, 'enrollment_id')
  await leave('message', {
    ...{ key: 'old', kind: 'message', fingerprint: 'old', audience: '{}', audience_label: 'Allen' },
    ...{ subject: 'Toen', text: 'Toen', created_at: old },
  })

  return async () => {
    const left: string[] = []
    for (const { table, key, value } of marked) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(key)} = ${value}`.execute(kysely)
      if (rows.length > 0) left.push(table)
    }
    return left
  }
}
