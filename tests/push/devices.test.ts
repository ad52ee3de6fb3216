import { beforeEach, expect, test } from 'vitest'
import { forgetGone } from '#push-server/devices/device-outcomes.ts'
import { forgetOldJobs } from '#push-server/jobs/settle-jobs.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { meanwhile } from '#tests/support/halfway.ts'
import { secretOf, startTestPush, type TestPush } from '#tests/support/push/test-push-server.ts'

const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describeOnEachDatabase('devices that are notified', (open) => {
  const { database, school } = openStage(open, { server: 'none' })
  let push: TestPush
  let token: string
  beforeEach(async () => {
    push = await startTestPush(database)
    token = (await push.logIn(school.users.sam)).token
  })

  const save = (name: string, more: object = {}, by = token, userAgent?: string) =>
    push.ask('PUT /push/device', {
      token: by,
      body: { ...push.wish(name), ...more },
      ...(userAgent !== undefined && { userAgent }),
    })
  const saved = async (name: string): Promise<number> => {
    await save(name)
    const { id } = await rowOf(name)
    return id
  }
  const rowOf = (name: string) =>
    database.kysely
      .selectFrom('push_subscription')
      .selectAll()
      .where('endpoint', '=', push.wish(name).subscription.endpoint)
      .executeTakeFirstOrThrow()
  const names = async () => {
    const rows = await database.kysely.selectFrom('push_subscription').select('endpoint').orderBy('id').execute()
    return rows.map(({ endpoint }) => endpoint.split('/').at(-1))
  }

  test('are notified after they subscribed, once, by the name of their browser', async () => {
    const { status, body } = await save('phone')
    expect(status).toBe(201)
    expect(body).toEqual({
      entity: {
        id: expect.any(Number),
        device_name: 'Chrome op Android',
        created_at: '2026-03-10T09:00:00.000Z',
        last_success_at: null,
        last_failure: null,
        last_failure_at: null,
      },
      key: push.key,
    })
    expect(await save('phone')).toEqual({ status: 200, body, headers: expect.anything() })
    expect(await rowOf('phone')).toMatchObject({ user_id: school.users.sam, vapid_key: push.key })
    expect(await names()).toEqual(['phone'])
  })

  test('that say again what is known are written once, and again after what they say has changed', async () => {
    let transactions = 0
    const counting = await startTestPush({
      ...database,
      transaction: (work) => {
        transactions += 1
        return database.transaction(work)
      },
    })
    const { token: by } = await counting.logIn(school.users.sam)
    const say = (more: object = {}, who = by) =>
      counting.ask('PUT /push/device', { token: who, body: { ...counting.wish('phone'), ...more } })
    const { body } = await say()
    expect((await say({ asked: false })).body).toEqual(body)
    expect(transactions).toBe(1)
    await say({ secret: secretOf('other') })
    await say({ secret: secretOf('other') }, (await counting.logIn(school.users.sam)).token)
    expect(transactions).toBe(3)
  })

  test('keep of the secret only what it can be recognised by', async () => {
    await save('phone')
    expect(JSON.stringify(await rowOf('phone'))).not.toContain(secretOf('phone'))
  })

  test('are listed to their owner alone, newest first', async () => {
    await save('phone')
    await save('laptop', {}, token, LAPTOP)
    const noor = await push.logIn(school.users.noor)
    const { body } = await push.ask('GET /push/devices', { token })
    expect(body).toMatchObject({
      entities: [{ device_name: 'Firefox op Linux' }, { device_name: 'Chrome op Android' }],
      _links: {},
    })
    expect((await push.ask('GET /push/devices', noor)).body).toEqual({ entities: [], _links: {} })
  })

  const withEndpoint = (endpoint: string) => ({ subscription: { ...push.wish('phone').subscription, endpoint } })
  const withKeys = (keys: object) => {
    const { subscription } = push.wish('phone')
    return { subscription: { ...subscription, keys: { ...subscription.keys, ...keys } } }
  }

  test('can be nowhere but at a push service', async () => {
    const endpoints = [
      'https://127.0.0.1/x',
      'https://fcm.googleapis.com.evil.example/x',
      'http://fcm.googleapis.com/x',
    ]
    for (const endpoint of endpoints)
      expect(await save('phone', withEndpoint(endpoint)), endpoint).toMatchObject({
        status: 422,
        body: { reason: 'push-endpoint-unknown' },
      })
    expect(await names()).toEqual([])
  })

  test('have keys for which something can be encrypted', async () => {
    const noPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
    const refused = await save('phone', withKeys({ p256dh: noPoint }))
    expect(refused).toMatchObject({ status: 422, body: { reason: 'push-keys-unusable' } })
    expect(await save('phone', withKeys({ auth: 'short' }))).toMatchObject({ status: 400 })
  })

  test('subscribed with a key of ours', async () => {
    const { subscription } = push.wish('phone')
    const foreign = { subscription: { ...subscription, vapid_key: subscription.keys.p256dh } }
    expect(await save('phone', foreign)).toMatchObject({ status: 422, body: { reason: 'push-vapid-key-unknown' } })
  })

  test('belong to the user who uses the browser now', async () => {
    const before = await saved('shared')
    const noor = await push.logIn(school.users.noor)
    expect((await save('shared', {}, noor.token)).status).toBe(201)
    expect((await push.ask('GET /push/devices', { token })).body).toMatchObject({ entities: [] })
    const { id, user_id } = await rowOf('shared')
    expect(user_id).toBe(school.users.noor)
    // Pushes that were still to be sent to the old device must not reach the new one.
    expect(id).not.toBe(before)
  })

  test('are at most twenty, the newest', async () => {
    for (let count = 1; count <= 21; count += 1) await save(`device-${count}`)
    const kept = await names()
    expect(kept).toHaveLength(20)
    expect(kept[0]).toBe('device-2')
  })

  test('end with the login that asked, and other devices go on', async () => {
    const phone = await push.logIn(school.users.sam)
    await save('phone', {}, phone.token)
    await save('laptop')
    await database.kysely
      .updateTable('session')
      .set({ revoked_at: '2026-03-10T09:30:00.000Z' })
      .where('id', '=', phone.sessionId)
      .execute()
    expect(await names()).toEqual(['laptop'])
  })

  test('are not put back by a request that was under way at the logout', { tags: 'race' }, async () => {
    const late = await push.logIn(school.users.sam)
    const { status } = await meanwhile(
      database,
      (trx) =>
        trx
          .updateTable('session')
          .set({ revoked_at: '2026-03-10T09:30:00.000Z' })
          .where('id', '=', late.sessionId)
          .execute(),
      () => save('phone', {}, late.token),
    )
    expect(status).toBe(401)
    expect(await names()).toEqual([])
  })

  test('that were removed do not come back by themselves, only when they are asked for', async () => {
    const id = await saved('phone')
    expect(await push.ask(`DELETE /push/device/${id}`, { token })).toMatchObject({
      status: 200,
      body: { entity: { id } },
    })
    expect(await save('phone', { asked: false })).toMatchObject({
      status: 422,
      body: { reason: 'push-device-removed' },
    })
    expect(await names()).toEqual([])
    expect((await save('phone')).status).toBe(201)
    expect((await save('phone', { asked: false })).status).toBe(200)
  })

  test('that a push service gave up are refused when they come again, also when they are asked for, by any user', async () => {
    const id = await saved('phone')
    push.answer.next = 'gone'
    await push.ask(`POST /push/device/${id}/test`, { token })
    const gone = { status: 422, body: { reason: 'push-endpoint-gone' } }
    expect(await save('phone', { asked: false })).toMatchObject(gone)
    expect(await save('phone')).toMatchObject(gone)
    expect(await save('phone', {}, (await push.logIn(school.users.noor)).token)).toMatchObject(gone)
    await saved('laptop')
    const proof = { endpoint: push.wish('laptop').subscription.endpoint, secret: secretOf('laptop') }
    const { subscription } = push.wish('phone')
    expect(await push.ask('POST /push/renew', { body: { ...proof, subscription } })).toMatchObject(gone)
    expect((await save('phone-2', { asked: false })).status).toBe(201)
    expect(await names()).toEqual(['laptop', 'phone-2'])
  })

  test('that a push service gave up are remembered by twenty a person, for ninety days, and not by their address', async () => {
    const { kysely } = database
    const goneEndpoints = () => kysely.selectFrom('gone_push_endpoint').selectAll().execute()
    for (let count = 1; count <= 21; count += 1) {
      push.clock.now += 1
      const device = {
        id: await saved(`device-${count}`),
        endpoint: push.wish(`device-${count}`).subscription.endpoint,
      }
      await forgetGone(kysely, device, new Date(push.clock.now).toISOString())
    }
    const rows = await goneEndpoints()
    expect(rows).toHaveLength(20)
    expect(JSON.stringify(rows)).not.toContain('fcm')
    expect((await save('device-1')).status).toBe(201)
    expect((await save('device-2')).status).toBe(422)
    const NINETY_DAYS = 90 * 86_400_000
    await forgetOldJobs(database, push.clock.now + NINETY_DAYS)
    expect(await goneEndpoints()).toHaveLength(1)
    await forgetOldJobs(database, push.clock.now + NINETY_DAYS + 1)
    expect(await goneEndpoints()).toEqual([])
  })

  test('of somebody else are not found', async () => {
    const id = await saved('phone')
    const noor = await push.logIn(school.users.noor)
    for (const operation of [`DELETE /push/device/${id}`, `POST /push/device/${id}/test`])
      expect(await push.ask(operation, noor)).toMatchObject({ status: 404, body: { reason: 'not-found' } })
    expect(await names()).toEqual(['phone'])
    expect(push.sent).toEqual([])
  })

  test('can be tried, and show what the push service said', async () => {
    const id = await saved('phone')
    expect(await push.ask(`POST /push/device/${id}/test`, { token })).toMatchObject({
      status: 200,
      body: { answer: 'accepted' },
    })
    expect(push.sent).toMatchObject([
      {
        to: { endpoint: push.wish('phone').subscription.endpoint, vapid_key: push.key },
        message: { web_push: 8030, notification: { title: 'Testmelding', lang: 'nl' } },
      },
    ])
    expect(await rowOf('phone')).toMatchObject({ last_success_at: '2026-03-10T09:00:00.000Z' })

    push.clock.now += 1_000
    for (const answer of ['busy', 'unreachable', 'refused'] as const) {
      push.answer.next = answer
      expect((await push.ask(`POST /push/device/${id}/test`, { token })).body).toEqual({ answer })
      expect((await push.ask('GET /push/devices', { token })).body).toMatchObject({
        entities: [
          {
            last_success_at: '2026-03-10T09:00:00.000Z',
            last_failure: answer,
            last_failure_at: '2026-03-10T09:00:01.000Z',
          },
        ],
      })
    }
    push.answer.next = 'gone'
    expect((await push.ask(`POST /push/device/${id}/test`, { token })).body).toEqual({ answer: 'gone' })
    expect(await names()).toEqual([])
  })

  test('can be tried five times a minute', async () => {
    const id = await saved('phone')
    const trial = () => push.ask(`POST /push/device/${id}/test`, { token })
    for (let count = 0; count < 5; count += 1) expect((await trial()).status).toBe(200)
    const { status, headers } = await trial()
    expect({ status, after: headers['retry-after'] }).toEqual({ status: 429, after: '60' })
    push.clock.now += 60_000
    expect((await trial()).status).toBe(200)
  })
})
