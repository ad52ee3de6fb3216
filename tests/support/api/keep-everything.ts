import type { Database } from '#database/engine/open-database.ts'
import { findable } from '#domain/users/search.rules.ts'
import type { TestSchool } from './test-school.ts'

/** Counter that makes each instant unique, so that a value in a file can be traced. */
let minutes = 0
export const once = () => new Date(Date.parse('2026-02-01T00:00:00.000Z') + 60_000 * ++minutes).toISOString()

export async function fillEveryTable(database: Database, school: TestSchool): Promise<void> {
  await keepEverything(database, school)
  const { kysely } = database
  const testmoment_id = school.moments.lastYear
  await kysely.insertInto('push_reminder').values({ testmoment_id, closes_at: once() }).execute()
  await kysely
    .insertInto('barred_identity')
    .values({ identity_hash: 'barred-identity', account_id: 2_147_483_640, barred_at: once() })
    .execute()
  await kysely
    .insertInto('source')
    .values({ id: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await kysely
    .insertInto('source_page')
    .values({ page: 1, etag: 'tag' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await kysely
    .insertInto('seat_count')
    .values({ testmoment_id, at_most: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Gives somebody a chair in a room, by a number that nobody else has. */
async function keepChair({ kysely }: Pick<Database, 'kysely'>, place: { testmoment_id: number; user_id: number }) {
  await kysely
    .insertInto('room')
    .values({ name: 'B3.14', name_key: 'b3.14', seats: 60, position: 1, remark: '', created_at: once() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { room_id } = await kysely
    .selectFrom('room')
    .select('id as room_id')
    .where('name_key', '=', 'b3.14')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('testmoment_room')
    .values({ testmoment_id: place.testmoment_id, room_id, position: 0, seats: 58 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await kysely
    .insertInto('chair')
    .values({ ...place, room_id, seat_number: 12 })
    .execute()
}

/** Inserts a row about sam into every table that refers to users; each text and instant is unique. */
export async function keepEverything({ kysely }: Database, { users: { sam }, ...school }: TestSchool) {
  const user = {
    ...findable({
      username: 'sam@school.test',
      first_name: 'Samira',
      last_name: 'van Markering',
      student_number: 'MARK0123456',
    }),
    class_group: 'mark-klas',
    password_hash: '$argon2id$mark-hash',
    created_at: once(),
    last_login_at: once(),
  }
  const session = {
    device: 'Mark op Toestel',
    method: 'password-and-recovery-code' as const,
    provider_session: 'mark-provider-session',
    ...at('created_at', 'last_used_at', 'expires_at', 'revoked_at', 'authenticated_at'),
  }
  const external_identity = {
    issuer: 'https://mark.example',
    subject: 'mark-subject',
    ...at('linked_at', 'last_used_at'),
  }
  const source_person = {
    ...{ source_key: 'mark-person', student_number: 'MARK7654321', username: 'mark-sam@school.test' },
    ...{ first_name: 'Mark-Sam', last_name: 'Mark-Bron', departments: '["mark-richting"]' },
  }
  const address_change = { username: 'mark-vroeger@school.test', ...at('created_at') }
  const login_notice = { kind: 'number-differs' as const, ...at('created_at', 'settled_at') }
  const login_ticket = {
    kind: 'school-login' as const,
    secret_hash: 'mark-ticket',
    browser_hash: 'mark-browser',
    data: 'mark-ticket-data',
    ...at('created_at', 'expires_at'),
  }
  const passkey = {
    credential_id: 'mark-credential',
    public_key: 'mark-public-key',
    transports: 'mark-transports',
    name: 'Mark van een passkey',
    ...at('created_at', 'last_used_at'),
  }
  const totp = { secret: 'mark-totp', ...at('created_at', 'confirmed_at') }
  const recovery_code = { code_hash: 'mark-code', ...at('created_at', 'used_at') }
  const refresh_token = { token_hash: 'mark-token', ...at('created_at', 'expires_at', 'superseded_at') }
  const registration = {
    nonce: 'mark-registration',
    password_hash: 'mark-chosen',
    device: 'Mark op Aanvraag',
    ...at('created_at', 'expires_at'),
  }
  const password_reset = { nonce: 'mark-nonce', ...at('created_at', 'expires_at', 'used_at') }
  const completed_module = at('created_at')
  const enrollment = { maker: 'waiting-list' as const, ...at('created_at') }
  const waiting_entry = { moves: true, ...at('created_at') }
  const waiting_outcome = {
    outcome: 'module-completed' as const,
    date: '2026-02-03',
    location: 'Zaal Mark',
    starts_at: '09:07',
    ends_at: '11:43',
    ...at('created_at', 'seen_at'),
  }
  const push_subscription = {
    endpoint: 'https://push.example/mark',
    p256dh: 'mark-p256dh',
    auth: 'mark-auth',
    secret_hash: 'mark-secret',
    device_name: 'Mark van sam',
    vapid_key: 'mark-vapid-key',
    last_failure: 'busy' as const,
    ...at('created_at', 'last_success_at', 'last_failure_at'),
  }
  const push_job = { last_error: 'mark-error', ...at('available_at', 'claimed_until', 'done_at') }
  const gone_push_endpoint = { endpoint_hash: 'mark-gone', ...at('gone_at') }
  const removed_push_device = { endpoint_hash: 'mark-removed', ...at('removed_at') }
  const push_preference = {
    quiet_from: '22:15',
    quiet_until: '07:45',
    opening: true,
    reminder: false,
    change: false,
    seat: false,
  }
  const message = {
    key: 'mark-message-key',
    kind: 'change' as const,
    fingerprint: 'mark-fingerprint',
    audience: '{"mark":"audience"}',
    audience_label: 'Merkwaardige studenten',
    subject: 'Mark in het onderwerp',
    text: 'Mark in de tekst',
    ...at('created_at'),
  }
  const message_recipient = { letter: 'unknown' as const, ...at('read_at') }
  const calendar_feed = { key_hash: 'mark-key', ...at('created_at') }
  const presence = at('at')
  const door_code = { generation: 73, ...at('renewed_at') }
  const presence_tick = { key: 'mark-tick', by_code: true, ...at('at', 'received_at') }
  const result = at('edited_at', 'published_at')
  const result_sending = at('queued_at', 'available_at', 'offered_at', 'sent_at')
  const result_publication = { ended_testmoment_ids: '[2147483640]', ...at('at') }
  const imported = { kind: 'students' as const, ...at('at', 'undone_at') }
  const import_line = {
    before: '{"first_name":"mark-before"}',
    after: '{"first_name":"mark-after"}',
    stayed: 'mark-stayed',
    ...at('undone_at'),
  }
  const audit = {
    ...{ action: 'mark-action', resource: 'user', at: once(), fields: '["mark"]' },
    ...{ changes: '{"mark-changes":[1,2]}', subject: 'mark-called', about: 'mark-about' },
  }

  await kysely.updateTable('user').set(user).where('id', '=', sam).execute()
  const identity = await kysely
    .insertInto('external_identity')
    .values({ ...external_identity, user_id: sam })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await kysely
    .insertInto('session')
    .values({ ...session, user_id: sam, identity_id: identity.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('login_notice')
    .values({ ...login_notice, user_id: sam, other_user_id: sam })
    .execute()
  await kysely
    .insertInto('login_ticket')
    .values({ ...login_ticket, user_id: sam, session_id: id })
    .execute()
  await kysely
    .insertInto('passkey')
    .values({ ...passkey, counter: 1, backed_up: true, user_id: sam })
    .execute()
  await kysely
    .insertInto('totp')
    .values({ ...totp, user_id: sam })
    .execute()
  await kysely
    .insertInto('recovery_code')
    .values({ ...recovery_code, user_id: sam })
    .execute()
  await kysely
    .insertInto('refresh_token')
    .values({ ...refresh_token, session_id: id })
    .execute()
  await kysely
    .insertInto('registration')
    .values({ ...registration, user_id: sam })
    .execute()
  await kysely
    .insertInto('password_reset')
    .values({ ...password_reset, user_id: sam })
    .execute()
  await kysely
    .insertInto('completed_module')
    .values({ ...completed_module, user_id: sam, module_id: school.modules.GON })
    .execute()
  const { id: enrollment_id } = await kysely
    .insertInto('enrollment')
    .values({
      ...enrollment,
      user_id: sam,
      module_id: school.modules.ALG,
      testmoment_id: school.moments.lastYear,
      has_record: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const recorded = { enrollment_id, user_id: sam }
  await keepChair({ kysely }, { testmoment_id: school.moments.lastYear, user_id: sam })
  // Sam also did everything as an administrator, which leaves no trace either.
  const { id: link_id } = await kysely
    .insertInto('invigilator_link')
    .values({
      testmoment_id: school.moments.lastYear,
      room_id: (some) => some.selectFrom('room').select(({ fn }) => fn.max('id').as('id')),
      nonce: 'link-nonce',
      maker_id: sam,
      created_at: once(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: connection_id } = await kysely
    .insertInto('connection')
    .values({ name: 'Ans', client_id: `wi-${once()}`, scopes: 'needs', maker_id: sam, created_at: once() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('connection_reading')
    .values({ connection_id, day: '2026-02-01', kind: 'persons', requests: 3 })
    .execute()
  await kysely
    .insertInto('connection_refusal')
    .values({ connection_id, at: once(), asked: 'GET /persons', kind: 'forbidden' })
    .execute()
  await kysely.insertInto('connection_assertion').values({ connection_id, hash: 'used', until: once() }).execute()
  const { id: device_id } = await kysely
    .insertInto('invigilator_device')
    .values({ link_id, token_hash: 'device-token', name: 'Somebody else', device: 'Tablet', created_at: once() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('presence')
    .values({ ...presence, ...recorded, status: 'late' })
    .execute()
  await kysely
    .insertInto('door_code')
    .values({ ...door_code, user_id: sam, testmoment_id: school.moments.lastYear })
    .execute()
  await kysely
    .insertInto('presence_tick')
    .values({ ...presence_tick, ...recorded, status: 'late', actor_id: sam, device_id, connection_id })
    .execute()
  await kysely
    .insertInto('walk_in')
    .values({ key: 'walk-in', testmoment_id: school.moments.lastYear, name: 'Anybody', at: once(), actor_id: sam })
    .execute()
  await kysely
    .insertInto('result')
    .values({
      ...result,
      ...recorded,
      outcome: 'passed',
      grade: 61,
      editor_id: sam,
      connection_id,
      published_outcome: 'failed',
      published_grade: 43,
    })
    .execute()
  const { id: publication_id } = await kysely
    .insertInto('result_publication')
    .values({ ...result_publication, ...recorded, outcome: 'failed', grade: 43, publisher_id: sam, connection_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('result_sending')
    .values({ ...result_sending, ...recorded, state: 'refused', reason: 'conflict' })
    .execute()
  await kysely
    .insertInto('waiting_entry')
    .values({ ...waiting_entry, user_id: sam, module_id: school.modules.GON, testmoment_id: school.moments.open })
    .execute()
  await kysely
    .insertInto('waiting_outcome')
    .values({ ...waiting_outcome, duration: 'week', user_id: sam, module_id: school.modules.GON })
    .execute()
  const subscription = await kysely
    .insertInto('push_subscription')
    .values({ ...push_subscription, user_id: sam })
    .returning('id')
    .executeTakeFirstOrThrow()
  const task = await kysely
    .insertInto('outbox')
    .values({ kind: 'testmoment-opened', payload: '{}', created_at: once(), available_at: once() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('push_job')
    .values({
      ...push_job,
      outbox_id: task.id,
      push_subscription_id: subscription.id,
      testmoment_id: school.moments.lastYear,
      publication_id,
      kind: 'opening',
      origin: 'https://push.example',
    })
    .execute()
  await kysely
    .insertInto('push_preference')
    .values({ ...push_preference, user_id: sam })
    .execute()
  await kysely
    .insertInto('gone_push_endpoint')
    .values({ ...gone_push_endpoint, user_id: sam })
    .execute()
  await kysely
    .insertInto('removed_push_device')
    .values({ ...removed_push_device, user_id: sam })
    .execute()
  // Messages from sam to sam: both what they sent and what they received is theirs.
  const { id: message_id } = await kysely
    .insertInto('message')
    .values({ ...message, sender_id: sam })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('message_recipient')
    .values({ ...message_recipient, message_id, user_id: sam })
    .execute()
  await kysely
    .insertInto('calendar_feed')
    .values({ ...calendar_feed, user_id: sam })
    .execute()
  await kysely
    .insertInto('source_person')
    .values({ ...source_person, user_id: sam, is_active: true, page: 1, run: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await kysely
    .insertInto('address_change')
    .values({ ...address_change, user_id: sam })
    .execute()
  const { id: import_id } = await kysely
    .insertInto('import')
    .values({ ...imported, actor_id: sam, undoer_id: sam, testmoment_id: school.moments.lastYear })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('import_line')
    .values({ ...import_line, import_id, line: 2, outcome: 'changed', user_id: sam, enrollment_id })
    .execute()
  await kysely
    .insertInto('write_outcome')
    .values({ user_id: sam, key: 'mark-write-outcome-key', body_hash: 'mark-body', status: 200, created_at: once() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await kysely
    .insertInto('import_column')
    .values({ kind: 'students', header: 'kolom', meaning: 'username' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await kysely
    .insertInto('recess')
    .values(({ selectFrom }) => ({
      schoolyear_id: selectFrom('testmoment').select('schoolyear_id').where('id', '=', school.moments.lastYear),
      name: 'Week zonder les',
      first_day: '2026-02-16',
      last_day: '2026-02-20',
    }))
    .execute()
  await kysely
    .insertInto('audit')
    .values({ ...audit, actor_id: null, resource_id: sam })
    .execute()
  return {
    user,
    session,
    external_identity,
    login_notice,
    login_ticket,
    passkey,
    totp,
    recovery_code,
    refresh_token,
    registration,
    password_reset,
    completed_module,
    enrollment,
    waiting_entry,
    waiting_outcome,
    push_subscription,
    push_preference,
    push_job,
    message,
    message_recipient,
    source_person,
    address_change,
    presence,
    door_code,
    presence_tick,
    result,
    result_publication,
    result_sending,
    calendar_feed,
    gone_push_endpoint,
    removed_push_device,
    import: imported,
    import_line,
    audit,
  }
}

const at = <Name extends string>(...names: Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, once()])) as Record<Name, string>
