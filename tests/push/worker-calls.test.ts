import { beforeEach, expect, test } from 'vitest'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { meanwhile } from '#tests/support/halfway.ts'
import { breakable, secretOf, startTestPush, type TestPush } from '#tests/support/push/test-push-server.ts'

describeOnEachDatabase('a worker, which has no token', (open) => {
  const { database, school } = openStage(open, { server: 'none' })
  let push: TestPush
  beforeEach(async () => {
    push = await startTestPush(database)
    const { token } = await push.logIn(school.users.sam)
    for (const name of ['phone', 'laptop']) await push.ask('PUT /push/device', { token, body: push.wish(name) })
  })

  const endpointOf = (name: string) => push.wish(name).subscription.endpoint
  const endpoints = async () =>
    (await database.kysely.selectFrom('push_subscription').select('endpoint').orderBy('id').execute()).map(
      ({ endpoint }) => endpoint.split('/').at(-1),
    )
  const renew = (name: string, to: string, secret = secretOf(name)) =>
    push.ask('POST /push/renew', {
      body: { endpoint: endpointOf(name), secret, subscription: push.wish(to).subscription },
    })

  test('can read by which key to subscribe', async () => {
    expect(await push.ask('GET /push/key')).toMatchObject({ status: 200, body: { key: push.key } })
  })

  test('replaces its own subscription by the secret', async () => {
    expect((await renew('phone', 'phone-2')).status).toBe(200)
    expect(await endpoints()).toEqual(['phone-2', 'laptop'])
    // A reply that was lost: it asks again by what the browser has now.
    const again = await push.ask('POST /push/renew', {
      body: {
        endpoint: endpointOf('phone-2'),
        secret: secretOf('phone'),
        subscription: push.wish('phone-2').subscription,
      },
    })
    expect(again.status).toBe(200)
  })

  test('replaces nothing without the right secret', async () => {
    const refused = { status: 404, body: { reason: 'not-found' } }
    expect(await renew('phone', 'mine', secretOf('laptop'))).toMatchObject(refused)
    expect(await renew('unknown', 'mine')).toMatchObject(refused)
    expect(await endpoints()).toEqual(['phone', 'laptop'])
  })

  test('replaces nothing that ends meanwhile', { tags: 'race' }, async () => {
    const renewed = await meanwhile(
      database,
      (trx) => trx.deleteFrom('push_subscription').where('endpoint', '=', endpointOf('phone')).execute(),
      () => renew('phone', 'phone-2'),
    )
    expect(renewed).toMatchObject({ status: 404, body: { reason: 'not-found' } })
  })

  test('cannot lead the server elsewhere than to a push service', async () => {
    const { subscription } = push.wish('phone')
    const body = {
      endpoint: subscription.endpoint,
      secret: secretOf('phone'),
      subscription: { ...subscription, endpoint: 'https://169.254.169.254/latest' },
    }
    expect(await push.ask('POST /push/renew', { body })).toMatchObject({
      status: 422,
      body: { reason: 'push-endpoint-unknown' },
    })
  })

  test('ends its own subscription, and learns nothing about others', async () => {
    const forget = (name: string, secret: string) =>
      push.ask('POST /push/forget', { body: { endpoint: endpointOf(name), secret } })
    const done = { status: 200, body: { forgotten: true } }
    expect(await forget('phone', secretOf('phone'))).toMatchObject(done)
    expect(await forget('phone', secretOf('phone'))).toMatchObject(done)
    expect(await forget('laptop', secretOf('phone'))).toMatchObject(done)
    expect(await endpoints()).toEqual(['laptop'])
  })

  test('learns that it ended or replaced its subscription when it did, and not when that failed', async () => {
    const { breaking, ...broken } = breakable(database)
    const asked = await startTestPush(broken.database)
    breaking.isBroken = true
    const [{ subscription }, proof] = [
      asked.wish('phone-2'),
      { endpoint: endpointOf('phone'), secret: secretOf('phone') },
    ]
    expect((await asked.ask('POST /push/forget', { body: proof })).status).toBe(500)
    expect((await asked.ask('POST /push/renew', { body: { ...proof, subscription } })).status).toBe(500)
    expect(await endpoints()).toEqual(['phone', 'laptop'])
  })

  test('may call six hundred times a minute from one address, whatever it asks', async () => {
    for (let count = 0; count < 300; count += 1) {
      await push.ask('POST /push/forget', { body: {} })
      await push.ask('POST /push/renew', { body: {} })
    }
    const forget = () =>
      push.ask('POST /push/forget', { body: { endpoint: endpointOf('phone'), secret: secretOf('phone') } })
    const { status, headers } = await forget()
    expect({ status, after: headers['retry-after'] }).toEqual({ status: 429, after: '60' })
    expect((await push.ask('GET /push/key')).status).toBe(200)
    push.clock.now += 60_000
    expect((await forget()).status).toBe(200)
  })

  test('is not listened to for ever, nor in ways that there are not', async () => {
    const body = { endpoint: 'x'.repeat(20_000), secret: secretOf('phone') }
    expect(await push.ask('POST /push/forget', { body })).toMatchObject({
      status: 413,
      body: { reason: 'body-too-large' },
    })
    const { status, headers } = await push.ask('GET /push/forget')
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'POST' })
  })
})
