// @module-tag pooled
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inviteUsers } from '#api-server/accounts/invitations.ts'
import { startLetterDelivery } from '#api-server/platform/mail/delivery.ts'
import { createPace } from '#api-server/platform/mail/pace.ts'
import type { Transport } from '#api-server/platform/mail/transport.ts'
import type { Database } from '#database/engine/open-database.ts'
import { forgetLetters, openPostOffice, type PostOffice } from '#tests/support/api/post-office.ts'
import { startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Mailbox, startMailbox } from '#tests/support/mail/mailbox.ts'

const DAY = 86_400_000

describeOnEachDatabase('letters of a running server', (open) => {
  let database: Database
  let mailbox: Mailbox
  let post: PostOffice
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    mailbox = await startMailbox()
    post = openPostOffice(database, mailbox.url)
  })
  afterEach(async () => {
    await mailbox.stop()
    await forgetLetters(database)
  })

  test('go when it is woken, and when it looks by itself', async () => {
    const delivery = startLetterDelivery(post.options, 60_000)
    const signalled = await post.register()
    delivery.wake()
    expect((await mailbox.take(signalled)).to).toBe(signalled)
    await delivery.stop()

    const looking = startLetterDelivery(post.options, 5)
    const unasked = await post.register()
    expect((await mailbox.take(unasked)).to).toBe(unasked)
    await looking.stop()
  })

  test('go past one over which the mail server has fallen silent', async () => {
    const silent = Promise.withResolvers<void>()
    const arrived: string[] = []
    const first = await post.register()
    const transport: Transport = {
      send: async ({ to }) => {
        if (to === first) await silent.promise
        arrived.push(to)
      },
    }
    const delivery = startLetterDelivery({ ...post.options, transport }, 5)
    const others: string[] = []
    for (let n = 0; n < 6; n++) others.push(await post.register())
    await eventually(() => expect(arrived.toSorted()).toEqual(others.toSorted()))
    silent.resolve()
    await delivery.stop()
    expect(arrived).toContain(first)
  })

  test('that may go so many in a minute wait for that, and those that somebody waits for do not', async () => {
    const arrived: string[] = []
    const transport: Transport = { send: async ({ to }) => void arrived.push(to) }
    const { users } = await startTestSchool(database)
    await database.transaction((trx) => inviteUsers(trx, [users.sam, users.noor], post.clock.now))
    const delivery = startLetterDelivery({ ...post.options, transport, perMinute: 1 }, 5)
    await eventually(() => expect(arrived).toEqual(['sam@school.test']))
    const urgent = await post.register()
    await eventually(() => expect(arrived).toContain(urgent))
    await delivery.stop()
    expect(arrived).toEqual(['sam@school.test', urgent])
  })

  test('that stops: those under way arrive, no other is begun', async () => {
    const arrived: string[] = []
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const transport: Transport = {
      send: async ({ to }) => {
        begun.resolve()
        await gate.promise
        arrived.push(to)
      },
    }
    const username = await post.register()
    const delivery = startLetterDelivery({ ...post.options, transport }, 5)
    await begun.promise
    const stopped = delivery.stop()
    await post.register()
    gate.resolve()
    await stopped
    expect(arrived).toEqual([username])
    const open = await database.kysely.selectFrom('outbox').select('attempts').where('done_at', 'is', null).execute()
    expect(open).toEqual([{ attempts: 0 }])
  })

  test('are forgotten by it in time', async () => {
    await post.register()
    await post.deliver()
    post.clock.now += 31 * DAY
    const delivery = startLetterDelivery(post.options, 5)
    await eventually(async () => expect(await database.kysely.selectFrom('outbox').select('id').execute()).toEqual([]))
    await delivery.stop()
  })

  test('whose database is away: it goes on when that is back', async () => {
    const username = await post.register()
    let away = true
    const failing: Database = {
      ...database,
      transaction: (work) => (away ? Promise.reject(new Error('away')) : database.transaction(work)),
    }
    const delivery = startLetterDelivery({ ...post.options, database: failing }, 5)
    await eventually(() => expect(post.logs.join('')).toContain('letters wait'))
    away = false
    expect((await mailbox.take(username)).to).toBe(username)
    await delivery.stop()
  })
})

test('a pace lets so many through in a minute, evenly, and after a pause no more at once than in a second', () => {
  let now = 0
  const pace = createPace(600, { clock: () => now })
  const take = () => {
    const room = pace.room()
    pace.take(room)
    return room
  }
  expect([take(), take(), pace.untilRoom()]).toEqual([10, 0, 100])
  now += 99
  expect([take(), pace.untilRoom()]).toEqual([0, 1])
  now += 1
  expect(pace.untilRoom()).toBe(Number.POSITIVE_INFINITY)
  expect([take(), pace.untilRoom()]).toEqual([1, 100])
  now += 3_600_000
  expect(take()).toBe(10)
  let sent = 0
  for (const end = now + 60_000; now <= end; now += Math.min(pace.untilRoom(), 100)) sent += take()
  expect(sent).toBe(600)
})

test.for([1, 7, 60, 60_000])('a pace of %i a minute is kept', (perMinute) => {
  let now = 0
  let sent = 0
  const pace = createPace(perMinute, { clock: () => now })
  for (; now <= 120_000; now += 10) {
    sent += pace.room()
    pace.take(pace.room())
  }
  expect(sent).toBeGreaterThanOrEqual(2 * perMinute)
  expect(sent).toBeLessThanOrEqual(2 * perMinute + Math.max(1, perMinute / 60))
})

test.for([0, 600])(
  'a busy server lets one letter a second go of %i a minute, and catches up on none of it later',
  (perMinute) => {
    const state = { now: 0, isBusy: true }
    const pace = createPace(perMinute, { clock: () => state.now, isBusy: () => state.isBusy })
    const sentIn = (ms: number) => {
      let sent = 0
      // Looks as the delivery does: once a letter is sent, or when the pace says.
      for (const end = state.now + ms; state.now < end; ) {
        const room = Math.min(pace.room(), 5)
        pace.take(room)
        sent += room
        state.now += room > 0 ? 20 : Math.min(2_000, pace.untilRoom())
      }
      return sent
    }
    expect(sentIn(10_000)).toBe(10)
    state.isBusy = false
    expect(sentIn(1_000)).toBeGreaterThan(9)
    state.isBusy = true
    expect(sentIn(10_000)).toBeLessThan(11)
  },
)
