import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { enqueue } from '#database/outbox/outbox-tasks.ts'
import { findable } from '#domain/users/search.rules.ts'
import { announceDue } from '#push-server/announcing/announce-due.ts'
import { addUser, MORNING, startTestSchool, type TestSchool } from '../support/api/test-school.ts'
import { describeOnEachDatabase } from '../support/databases.ts'
import { halfway, holdTable } from '../support/halfway.ts'
import { sendMessage } from '../support/push/send-message.ts'
import { subscribe } from '../support/push/subscribe.ts'

const HOUR = 3_600_000

describeOnEachDatabase('an opening', (open) => {
  let database: Database
  let school: TestSchool
  const clock = { now: MORNING }
  const log = { info: () => undefined, warn: () => undefined }

  beforeEach(async () => {
    database ??= await open()
    for (const table of ['push_job', 'outbox', 'push_preference'] as const)
      await database.kysely.deleteFrom(table).execute()
    school = await startTestSchool(database)
    clock.now = MORNING
  })

  const opened = (moment: keyof TestSchool['moments']) =>
    database.transaction((trx) =>
      enqueue(trx, 'testmoment-opened', { testmoment_id: school.moments[moment] }, clock.now),
    )
  const announce = () => announceDue({ database, clock: () => clock.now, log })
  const notified = async () => {
    const rows = await database.kysely
      .selectFrom('push_job')
      .innerJoin('push_subscription', 'push_subscription.id', 'push_job.push_subscription_id')
      .select(['push_subscription.user_id', 'push_job.available_at'])
      .where('push_job.done_at', 'is', null)
      .orderBy('push_job.push_subscription_id')
      .execute()
    return rows.map(({ user_id }) => user_id)
  }
  const prefer = (user_id: number, more: { opening?: boolean; quiet_from?: string; quiet_until?: string }) =>
    database.kysely
      .insertInto('push_preference')
      .values({ user_id, ...more })
      .execute()
  const enroll = (user_id: number, module: keyof TestSchool['modules'], moment: keyof TestSchool['moments']) =>
    database.kysely
      .insertInto('enrollment')
      .values({
        user_id,
        module_id: school.modules[module],
        testmoment_id: school.moments[moment],
        created_at: new Date(MORNING).toISOString(),
      })
      .execute()

  test('becomes one push for each device of each student, once', async () => {
    const { sam, noor } = school.users
    for (const user of [sam, noor, noor]) await subscribe(database, user)
    await opened('open')
    expect(await announce()).toBe(3)
    expect(await announce()).toBe(0)
    expect(await notified()).toEqual([sam, noor, noor])
  })

  test('is for students who are through onboarding: nobody else is notified, with any devices', async () => {
    const { teacher, newcomer, unactivated, guest } = school.users
    // Settings of a teacher who became a student: with a department whose modules could still be chosen.
    await database.kysely
      .updateTable('user')
      .set({ education_department_id: school.departmentId })
      .where('id', 'in', [teacher, newcomer, guest])
      .execute()
    for (const user of [teacher, newcomer, unactivated, guest]) await subscribe(database, user)
    await opened('open')
    expect(await announce()).toBe(0)
  })

  test('is not for students who are enrolled in all they may, here or elsewhere, or do not want it', async () => {
    const { sam, noor } = school.users
    await subscribe(database, sam)
    await subscribe(database, noor)
    await enroll(sam, 'ALG', 'other')
    await opened('listed')
    await announce()
    expect(await notified()).toEqual([noor])

    await prefer(noor, { opening: false })
    await opened('listed')
    await announce()
    expect(await notified()).toEqual([])
  })

  test('that was taken back before, or whose moment is gone, notifies nobody', async () => {
    await subscribe(database, school.users.sam)
    await opened('closed')
    await opened('past')
    await opened('lastYear')
    await database.transaction((trx) => enqueue(trx, 'testmoment-opened', { testmoment_id: 999_999 }, clock.now))
    expect(await announce()).toBe(0)
    expect(await database.kysely.selectFrom('outbox').select('id').where('done_at', 'is', null).execute()).toEqual([])
  })

  test('after another takes the place of what still waits of that one', async () => {
    await subscribe(database, school.users.sam)
    await opened('open')
    await announce()
    await opened('open')
    await announce()
    const jobs = await database.kysely.selectFrom('push_job').select('outcome').orderBy('outbox_id').execute()
    expect(jobs).toEqual([{ outcome: 'superseded' }, { outcome: null }])
  })

  test('waits for the end of somebody’s quiet hours', async () => {
    const { sam, noor } = school.users
    await subscribe(database, sam)
    await subscribe(database, noor)
    await prefer(noor, { quiet_from: '09:30', quiet_until: '12:00' })
    await opened('open')
    await announce()
    const jobs = await database.kysely
      .selectFrom('push_job')
      .select('available_at')
      .orderBy('push_subscription_id')
      .execute()
    expect(jobs.map(({ available_at }) => Date.parse(available_at) - MORNING)).toEqual([0, 2 * HOUR])
  })

  test('planned by two at once, or again after a crash, is one push a device', { tags: 'race' }, async () => {
    await addSubscribers(database, school, 1_100)
    await opened('open')
    const [task] = await database.kysely.selectFrom('outbox').selectAll().where('done_at', 'is', null).execute()
    const planned = await halfway(database, { hold: holdTable('outbox'), first: announce, second: announce })
    expect(planned.toSorted()).toEqual([0, 1_100])
    // The same state as if the claiming process had died before the end, with some jobs written and some not.
    await database.kysely
      .deleteFrom('push_job')
      .where('push_subscription_id', 'in', await someDevices(400))
      .execute()
    await database.kysely
      .updateTable('outbox')
      .set({ done_at: null, claimed_until: null })
      .where('id', '=', task?.id ?? 0)
      .execute()
    expect(await announce(), 'only what was not written yet counts').toBe(400)
    const jobs = await database.kysely.selectFrom('push_job').select('push_subscription_id').execute()
    expect(jobs).toHaveLength(1_100)
    expect(new Set(jobs.map((job) => job.push_subscription_id)).size).toBe(1_100)
  })

  test('that cannot be planned holds up no other, and says what kind of error it was', async () => {
    await subscribe(database, school.users.noor)
    await database.transaction((trx) => enqueue(trx, 'message-push', { message_id: 1 }, clock.now))
    await database.kysely.updateTable('outbox').set({ payload: 'null' }).execute()
    await opened('other')
    expect(await announce()).toBe(1)
    const rows = await database.kysely.selectFrom('outbox').select(['last_error', 'done_at']).orderBy('id').execute()
    expect(rows).toMatchObject([{ last_error: 'TypeError', done_at: null }, { last_error: null }])
  })

  test('that meets a database that is away is no failure of its own, and comes again when its lease is over', async () => {
    await subscribe(database, school.users.noor)
    await opened('other')
    let begun = 0
    const away: Database = {
      ...database,
      isUnavailable: () => true,
      transaction: (work) => (begun++ === 0 ? database.transaction(work) : Promise.reject(new Error('It is away.'))),
    }
    await expect(announceDue({ database: away, clock: () => clock.now, log })).rejects.toThrow('It is away.')
    const row = database.kysely.selectFrom('outbox').select(['last_error', 'done_at'])
    expect(await row.execute()).toEqual([{ last_error: null, done_at: null }])
    clock.now += HOUR
    expect(await announce()).toBe(1)
  })

  test('is not planned in the order of the devices: 160 in a row that fail are no more than some of those sent first', async () => {
    await addSubscribers(database, school, 500)
    const failing = new Set(await someDevices(160))
    await opened('open')
    await announce()
    const jobs = await database.kysely.selectFrom('push_job').select('push_subscription_id').orderBy('id').execute()
    for (let at = 0; at + 30 <= jobs.length; at += 1) {
      const latest = jobs.slice(at, at + 30).filter((job) => failing.has(job.push_subscription_id))
      expect(latest.length).toBeLessThan(27)
    }
  })

  const someDevices = async (limit: number) =>
    (await database.kysely.selectFrom('push_subscription').select('id').orderBy('id').limit(limit).execute()).map(
      ({ id }) => id,
    )
})

describeOnEachDatabase('a message', (open) => {
  let database: Database
  let school: TestSchool
  const clock = { now: MORNING }
  const log = { info: () => undefined, warn: () => undefined }

  beforeEach(async () => {
    database ??= await open()
    for (const table of ['push_job', 'outbox', 'push_preference', 'message'] as const)
      await database.kysely.deleteFrom(table).execute()
    school = await startTestSchool(database)
    clock.now = MORNING
  })

  const send = (to: number[], more: { kind?: 'message' | 'change'; key?: string } = {}) =>
    sendMessage(database, { senderId: school.users.teacher, to, now: clock.now, ...more })
  const announce = () => announceDue({ database, clock: () => clock.now, log })
  const planned = () =>
    database.kysely
      .selectFrom('push_job')
      .innerJoin('push_subscription', 'push_subscription.id', 'push_job.push_subscription_id')
      .select(['push_subscription.user_id', 'push_job.kind', 'push_job.message_id', 'push_job.testmoment_id'])
      .orderBy('push_job.push_subscription_id')
      .execute()

  test('becomes one push for each device of each of its recipients, and of nobody else', async () => {
    const { sam, noor, teacher, unactivated } = school.users
    for (const user of [sam, sam, noor, teacher, unactivated]) await subscribe(database, user)
    const id = await send([sam, teacher, unactivated])
    expect(await announce()).toBe(2)
    expect(await announce()).toBe(0)
    expect(await planned()).toEqual(
      Array(2).fill({ user_id: sam, kind: 'message', message_id: id, testmoment_id: null }),
    )
  })

  test('goes on to those who are added to it later, and is pushed to no device twice', async () => {
    const { sam, noor } = school.users
    const key = crypto.randomUUID()
    for (const user of [sam, noor]) await subscribe(database, user)
    await send([sam], { kind: 'change', key })
    await announce()
    await send([sam, noor], { kind: 'change', key })
    // A device of somebody who was pushed it before: they know.
    await subscribe(database, sam)
    expect(await announce()).toBe(1)
    expect((await planned()).map(({ user_id, kind }) => [user_id, kind])).toEqual([
      [sam, 'change'],
      [noor, 'change'],
    ])
  })

  test('is not for students who do not want its kind, have read it, or are no recipients any more', async () => {
    const { sam, noor } = school.users
    const reader = await addUser(database, { username: 'reader@school.test' })
    const gone = await addUser(database, { username: 'gone@school.test' })
    for (const user of [sam, noor, reader, gone]) await subscribe(database, user)
    for (const [user_id, kind] of [
      [sam, 'message'],
      [noor, 'change'],
    ] as const)
      await database.kysely
        .insertInto('push_preference')
        .values({ user_id, [kind]: false })
        .execute()
    const id = await send([sam, noor, reader, gone])
    await database.kysely
      .updateTable('message_recipient')
      .set({ read_at: new Date(MORNING).toISOString() })
      .where('message_id', '=', id)
      .where('user_id', '=', reader)
      .execute()
    await database.kysely.deleteFrom('message_recipient').where('user_id', '=', gone).execute()
    await announce()
    expect((await planned()).map(({ user_id }) => user_id)).toEqual([noor])
    await send([sam, noor], { kind: 'change' })
    await announce()
    expect((await planned()).map(({ user_id, kind }) => [user_id, kind])).toEqual([
      [sam, 'change'],
      [noor, 'message'],
    ])
  })

  test('is old news after two days, or gone with its message: nobody is notified', async () => {
    await subscribe(database, school.users.sam)
    await send([school.users.sam])
    clock.now += 48 * HOUR
    expect(await announce()).toBe(0)
    const id = await send([school.users.sam])
    await database.kysely.deleteFrom('message').where('id', '=', id).execute()
    expect(await announce()).toBe(0)
    expect(
      await database.kysely
        .selectFrom('outbox')
        .select('id')
        .where('done_at', 'is', null)
        .where('kind', '=', 'message-push')
        .execute(),
    ).toEqual([])
  })

  test('to more than one look finds all of them, each once', async () => {
    const users = await addSubscribers(database, school, 1_100)
    await send(users)
    expect(await announce()).toBe(1_100)
    expect(new Set((await planned()).map(({ user_id }) => user_id)).size).toBe(1_100)
  })

  test('to a thousand is due a hundred at a time, and an opening after it at once', async () => {
    await send(await addSubscribers(database, school, 1_100))
    await announce()
    await database.transaction((trx) =>
      enqueue(trx, 'testmoment-opened', { testmoment_id: school.moments.open }, clock.now),
    )
    await announce()
    const rows = await database.kysely.selectFrom('push_job').select(['kind', 'available_at']).execute()
    const due = Map.groupBy(rows, ({ kind, available_at }) => `${kind} ${Date.parse(available_at) - MORNING}`)
    expect(new Map([...due].map(([when, { length }]) => [when, length]))).toEqual(
      new Map([
        ...Array.from({ length: 11 }, (_, step) => [`message ${step * 500}`, 100] as const),
        ['opening 0', 1_100] as const,
      ]),
    )
  })
})

/** Students with a device each. */
async function addSubscribers({ kysely }: Database, { departmentId }: TestSchool, number: number): Promise<number[]> {
  const created_at = new Date(MORNING).toISOString()
  const students = Array.from({ length: number }, (_, index) => ({
    ...findable({ username: `student${index}@school.test`, first_name: 'Sam', last_name: 'de Vries' }),
    roles: 'ROLE_STUDENT',
    information_checked: true,
    activated: true,
    education_department_id: departmentId,
    created_at,
  }))
  const rows = await kysely.insertInto('user').values(students).returning('id').execute()
  const devices = rows.map(({ id: user_id }) => ({
    user_id,
    endpoint: `https://fcm.googleapis.com/fcm/send/many-${user_id}`,
    p256dh: 'x',
    auth: 'x',
    secret_hash: 'x',
    device_name: 'x',
    created_at,
  }))
  await kysely.insertInto('push_subscription').values(devices).execute()
  return rows.map(({ id }) => id)
}
