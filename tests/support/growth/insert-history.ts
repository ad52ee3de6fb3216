import { sql } from 'kysely'
import type { Transaction } from '#database/tables.ts'
import { CHOSEN_MODULE, type GrowingSchool, OPEN_MOMENTS, PAST_MOMENTS } from './growing-school.ts'
import { upTo } from './numbers.ts'

const DAY = 86_400_000

/** Inserts what people did in these years: enrollments, completed modules, letters, pushes and acts of administrators. */
export async function insertHistory(trx: Transaction, school: GrowingSchool): Promise<void> {
  const { students, enrollmentsEach, now } = school
  const n = upTo('n', students)
  const at = sql.lit(new Date(now).toISOString())
  const yesterday = sql.lit(new Date(now - DAY).toISOString())
  const longAgo = sql.lit(new Date(now - 20 * DAY).toISOString())

  for (const statement of [
    sql`with recursive ${n}, ${upTo('m', enrollmentsEach)}
      insert into enrollment (user_id, testmoment_id, module_id, created_at, has_record)
      select n.i, ${sql.lit(OPEN_MOMENTS + 1)} + (n.i * 7 + m.i) % ${sql.lit(PAST_MOMENTS)}, m.i, ${longAgo}, true
      from n cross join m`,
    sql`insert into presence (enrollment_id, user_id, status, at)
      select id, user_id, 'present', ${longAgo} from enrollment`,
    sql`insert into presence_tick (key, enrollment_id, user_id, status, at, received_at, actor_id)
      select 'key ' || cast(id as text), id, user_id, 'present', ${longAgo}, ${longAgo}, ${sql.lit(students + 1)}
      from enrollment`,
    sql`with recursive ${n} insert into enrollment (user_id, testmoment_id, module_id, created_at)
      select i, 1, ${sql.lit(CHOSEN_MODULE)}, ${at} from n`,
    sql`with recursive ${n} insert into completed_module (user_id, module_id, created_at)
      select i, ${sql.lit(CHOSEN_MODULE - 1)}, ${longAgo} from n`,
    sql`with recursive ${n}
      insert into waiting_outcome (user_id, module_id, testmoment_id, outcome, date, duration, created_at)
      select i, ${sql.lit(CHOSEN_MODULE - 1)}, ${sql.lit(OPEN_MOMENTS + 1)}, 'promoted', '2026-01-20', 'day', ${longAgo}
      from n`,
    sql`with recursive ${n} insert into outbox (kind, payload, created_at, available_at, done_at)
      select 'activation-letter', '{"user_id":' || cast(i as text) || '}', ${longAgo}, ${longAgo}, ${longAgo} from n`,
    sql`with recursive ${n} insert into audit (at, actor_id, action, resource, resource_id, fields)
      select ${longAgo}, ${sql.lit(students + 1)}, 'edited', 'user', i, '[]' from n`,
    sql`insert into push_subscription (user_id, session_id, endpoint, p256dh, auth, secret_hash, device_name, created_at)
      select user_id, id, 'https://fcm.googleapis.com/fcm/send/' || cast(id as text), 'p256dh', 'auth', 'secret',
        'telefoon', ${longAgo}
      from session where user_id <= ${sql.lit(students)} and user_id % 2 = 0`,
    sql`insert into push_job (outbox_id, push_subscription_id, testmoment_id, kind, origin, available_at, done_at, outcome)
      select 1, id, ${sql.lit(OPEN_MOMENTS + 1)}, 'opening', 'https://fcm.googleapis.com', ${yesterday}, ${yesterday},
        'sent'
      from push_subscription`,
  ])
    await statement.execute(trx)
}
