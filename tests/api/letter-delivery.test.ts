// @module-tag pooled
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activateAccount } from '#api-server/accounts/activate-account.ts'
import { createPasswords } from '#api-server/accounts/passwords.ts'
import { linkKeyOf, nonceOfLinkKey } from '#api-server/facts/link-key.ts'
import { forgetOldLetters } from '#api-server/letters.ts'
import { measureLetters } from '#api-server/platform/mail/letter-metrics.ts'
import { loggableReply } from '#api-server/platform/mail/refusal.ts'
import { createFileTransport, createSmtpTransport, type Transport } from '#api-server/platform/mail/transport.ts'
import type { Database } from '#database/engine/open-database.ts'
import { keyIn } from '#tests/support/api/account-stage.ts'
import { forgetLetters, openPostOffice, type PostOffice } from '#tests/support/api/post-office.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { halfway, holdTable } from '#tests/support/halfway.ts'
import { type Mailbox, readLetter, startMailbox } from '#tests/support/mail/mailbox.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describeOnEachDatabase('letters', (open) => {
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
  const recipients = () => mailbox.letters.map(({ to }) => to)
  const row = () => database.kysely.selectFrom('outbox').selectAll().orderBy('id').executeTakeFirstOrThrow()

  test('carry their sender and recipient, and that a machine wrote them', async () => {
    const username = await post.register()
    expect(await post.deliver()).toBe(1)
    expect(mailbox.letters).toMatchObject([{ to: username, from: 'wiskunde@school.test' }])
    expect(mailbox.letters[0]?.headers).toMatchObject({ 'auto-submitted': 'auto-generated' })
    expect(mailbox.letters[0]?.headers['message-id']).toMatch(/^<letter-\d+\.\d+@wiskunde\.test>$/)
  })

  test('go once, however often one looks', async () => {
    const username = await post.register()
    await post.deliver()
    expect(await post.deliver()).toBe(0)
    post.clock.now += DAY
    expect(await post.deliver()).toBe(0)
    expect(recipients()).toEqual([username])
    expect(await row()).toMatchObject({ attempts: 1, last_error: null, claimed_until: null })
  })

  test('go once also where two servers deliver at the same time', { tags: 'race' }, async () => {
    const expected: string[] = []
    for (let n = 0; n < 3; n++) expected.push(await post.register())
    const server = async () => {
      while ((await post.deliver()) > 0);
    }
    await halfway(database, { hold: holdTable('outbox'), first: server, second: server })
    expect(recipients().sort()).toEqual(expected.sort())
  })

  describe('while the mail server is away', () => {
    test('wait, and go once when it is back', async () => {
      const { port } = mailbox
      await mailbox.stop()
      const username = await post.register()
      await post.deliver()
      expect(await row()).toMatchObject({ attempts: 1, done_at: null, last_error: 'ESOCKET CONN' })

      mailbox = await startMailbox({ port })
      expect(await post.deliver()).toBe(0)
      post.clock.now += 10_000
      expect(await post.deliver()).toBe(1)
      expect(await post.deliver()).toBe(0)
      expect(recipients()).toEqual([username])
      expect(await row()).toMatchObject({ attempts: 2, last_error: null })
      expect(post.logs.join('')).toContain('"failure":"ESOCKET CONN"')
    })

    test('are tried for hours, ever more seldom, and then given up with their last error', async () => {
      await mailbox.stop()
      await post.register()
      const began = post.clock.now
      let done: string | null = null
      while (done === null) {
        await post.deliver()
        const { available_at, done_at } = await row()
        done = done_at
        post.clock.now = Math.max(post.clock.now, Date.parse(available_at))
      }
      expect(await row()).toMatchObject({ attempts: 20, last_error: 'ESOCKET CONN' })
      const hours = (post.clock.now - began) / HOUR
      expect(hours).toBeGreaterThan(6)
      expect(hours).toBeLessThan(13)
      expect(post.logs.at(-1)).toContain('"next":"given-up"')
      mailbox = await startMailbox()
    })
  })

  test.each([
    ['550', { last_error: 'EENVELOPE 550 RCPT TO' }, 'bad-address'],
    ['550 5.1.1 <ADDRESS>: Recipient address rejected', { last_error: 'EENVELOPE 550 5.1.1 RCPT TO' }, 'bad-address'],
    ['556 5.1.10 null MX', { last_error: 'EENVELOPE 556 5.1.10 RCPT TO' }, 'bad-address'],
    // as Cisco's gateways and qmail write the code
    ['550 #5.1.0 Address rejected.', { last_error: 'EENVELOPE 550 5.1.0 RCPT TO' }, 'bad-address'],
    [
      '550 sorry, no mailbox here by that name (#5.1.1 - chkuser)',
      { last_error: 'EENVELOPE 550 5.1.1 RCPT TO' },
      'bad-address',
    ],
    ['450', { last_error: 'EENVELOPE 450 RCPT TO' }, 'failed'],
    ['550 5.7.1 <ADDRESS>: Relay access denied', { last_error: 'EENVELOPE 550 5.7.1 RCPT TO' }, 'refused'],
    ['550 5.7.1 user unknown to our policy', { last_error: 'EENVELOPE 550 5.7.1 RCPT TO' }, 'refused'],
    ['550 5.1.8 sender address rejected', { last_error: 'EENVELOPE 550 5.1.8 RCPT TO' }, 'refused'],
    ['552 5.2.2 mailbox full', { last_error: 'EENVELOPE 552 5.2.2 RCPT TO' }, 'refused'],
    ['550 relay access denied, recipient unknown', { last_error: 'EENVELOPE 550 RCPT TO' }, 'refused'],
    ['550 rejected', { last_error: 'EENVELOPE 550 RCPT TO' }, 'refused'],
  ])('refused by %s are given up for a bad address alone', async (reply, expected, result) => {
    await mailbox.stop()
    mailbox = await startMailbox({ refuse: (address) => reply.replace('ADDRESS', address) })
    const username = await post.register()
    const results: string[] = []
    await post.deliver({ transport: createSmtpTransport(mailbox.url), watch: (seen) => results.push(seen) })
    const { done_at, ...kept } = await row()
    expect(kept).toMatchObject({ attempts: 1, ...expected })
    expect(done_at !== null).toBe(result === 'bad-address')
    expect(results).toEqual([result])
    const log = post.logs.join('')
    expect(JSON.stringify(kept) + log).not.toContain(username)
    expect(log).toContain(`"host":"${username.split('@')[1]}","reply":"${reply.split('<')[0]}`)
  })

  test('a reply is logged without the address, its name and a link’s key', () => {
    const key = 'k3yk3yk3yk3yk3yk3yk3yk3yk3yk3y'
    const response = `550-5.7.1 <Sam@school.test>: sam said\n550 https://a.test/activate/${key} ${key} sample`
    expect(loggableReply({ response, responseCode: 550, command: 'DATA' }, 'sam@school.test')).toBe(
      '550-5.7.1 <…>: … said 550 … … sample',
    )
    expect(loggableReply({ response: '535 5.7.8 c2VjcmV0', responseCode: 535, command: 'AUTH PLAIN' }, '')).toBe(
      '535 5.7.8',
    )
  })

  test('a mailbox host that refuses five people in a row is named, until it takes a letter', async () => {
    const registry = new Registry()
    const watch = measureLetters(registry)
    const named = async () => (await registry.metrics()).split('\n').filter((line) => line.startsWith('letter_host_'))
    for (const n of [1, 1, 1, 2, 3, 4]) watch('refused', `n${n}@away.test`)
    expect(await named()).toEqual([])
    watch('failed', 'n5@away.test')
    expect(await named()).toEqual([])
    watch('bad-address', 'n5@away.test')
    watch('sent', 'n5@school.test')
    expect(await named()).toEqual(['letter_host_refusing{host="away.test"} 1'])
    expect(await registry.metrics()).toContain('letters_total{result="refused"} 6')
    watch('sent', 'n1@away.test')
    expect(await named()).toEqual([])
  })

  test('of a server that died go again when its lease is over, not before', async () => {
    const username = await post.register()
    const dying: Transport = { send: () => new Promise(() => undefined) }
    void post.deliver({ transport: dying })
    await eventually(async () => expect((await row()).claimed_until).not.toBeNull())
    post.clock.now += 5 * 60_000 - 1
    expect(await post.deliver()).toBe(0)
    post.clock.now += 1
    expect(await post.deliver()).toBe(1)
    expect(recipients()).toEqual([username])
  })

  test('whose lease is over are not settled by the server that had it', async () => {
    await post.register()
    const gate = Promise.withResolvers<void>()
    const slow = post.deliver({ transport: { send: () => gate.promise } })
    await eventually(async () => expect((await row()).claimed_until).not.toBeNull())
    post.clock.now += 5 * 60_000
    const other = Promise.withResolvers<void>()
    const second = post.deliver({ transport: { send: () => other.promise } })
    await eventually(async () => expect((await row()).attempts).toBe(2))
    gate.resolve()
    await slow
    expect((await row()).done_at).toBeNull()
    other.resolve()
    await second
    expect((await row()).done_at).not.toBeNull()
  })

  describe('are not sent', () => {
    const deliverNone = async () => {
      await post.deliver()
      expect(recipients()).toEqual([])
      expect(await row()).toMatchObject({ last_error: null, claimed_until: null, done_at: expect.any(String) })
    }

    test('to a user who activated meanwhile', async () => {
      await post.register()
      const { nonce } = await database.kysely
        .selectFrom('registration')
        .select('nonce')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const key = linkKeyOf(post.links, 'activation', nonce)
      const desk = { database, passwords: createPasswords(), links: post.links }
      await activateAccount(desk, { key, registeredHere: nonce }, post.clock.now)
      await deliverNone()
    })

    test('when the link in them is over', async () => {
      await post.register()
      post.clock.now += 72 * HOUR
      await deliverNone()
    })

    test('to a user who is gone', async () => {
      const username = await post.register()
      await database.kysely.deleteFrom('user').where('username', '=', username).execute()
      await deliverNone()
    })

    test('when the reset was used or is over', async () => {
      const username = await post.register()
      await database.kysely.deleteFrom('outbox').execute()
      await post.requestReset(username)
      post.clock.now += HOUR
      await deliverNone()
      await database.kysely.deleteFrom('outbox').execute()
      await post.requestReset(username)
      await database.kysely
        .updateTable('password_reset')
        .set({ used_at: new Date(post.clock.now).toISOString() })
        .execute()
      await deliverNone()
    })
  })

  test('give the link of the registration that they were asked for by', async () => {
    const username = await post.register()
    await post.register(username)
    while ((await post.deliver()) > 0);
    const nonces = mailbox.letters.map((letter) => nonceOfLinkKey(post.links, 'activation', keyIn(letter)))
    const rows = await database.kysely
      .selectFrom('registration')
      .innerJoin('user', 'user.id', 'registration.user_id')
      .select('nonce')
      .where('username', '=', username)
      .execute()
    expect(new Set(nonces)).toEqual(new Set(rows.map(({ nonce }) => nonce)))
    expect(rows).toHaveLength(2)
  })

  test('that were sent a month ago are forgotten, and links a week after they were over', async () => {
    await post.requestReset(await post.register())
    while ((await post.deliver()) > 0);
    const kept = async (later: number) => {
      await forgetOldLetters(database, post.clock.now + later)
      const count = async (table: 'outbox' | 'password_reset' | 'registration') =>
        (await database.kysely.selectFrom(table).select('id').execute()).length
      const links = [await count('password_reset'), await count('registration')]
      return { letters: await count('outbox'), links }
    }
    expect(await kept(HOUR + 7 * DAY)).toEqual({ letters: 2, links: [1, 1] })
    expect(await kept(HOUR + 7 * DAY + 1)).toEqual({ letters: 2, links: [0, 1] })
    expect(await kept(10 * DAY)).toEqual({ letters: 2, links: [0, 1] })
    expect(await kept(10 * DAY + 1)).toEqual({ letters: 2, links: [0, 0] })
    expect(await kept(30 * DAY)).toEqual({ letters: 2, links: [0, 0] })
    expect(await kept(30 * DAY + 1)).toEqual({ letters: 0, links: [0, 0] })
  })

  test('that were not sent are not forgotten, however old', async () => {
    await post.register()
    await forgetOldLetters(database, post.clock.now + 365 * DAY)
    expect(await row()).toMatchObject({ attempts: 0 })
  })

  describe('without a mail server', () => {
    test('become files for mail programs, which only their owner may read', async () => {
      const folder = join(mkdtempSync(join(tmpdir(), 'wiskunde-letters-')), 'mail')
      const said: string[] = []
      const username = await post.register()
      await post.deliver({ transport: createFileTransport(folder, (path) => said.push(path)) })
      const [name = ''] = readdirSync(folder)
      expect(said).toEqual([join(folder, name)])
      expect(name).toMatch(/^2026-03-10T09-00-00-000Z-letter-\d+-\d+\.eml$/)
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
      expect(statSync(folder).mode & 0o777).toBe(0o700)
      const letter = await readLetter(readFileSync(join(folder, name)))
      expect(letter).toMatchObject({ to: username, from: 'wiskunde@school.test' })
      expect(nonceOfLinkKey(post.links, 'activation', keyIn(letter))).toBeDefined()
    })
  })
})
