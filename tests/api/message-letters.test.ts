// @module-tag pooled
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countLetters } from '#api-server/acts/messages/message.queries.ts'
import { addRecipients, makeMessage } from '#api-server/facts/queue-message.ts'
import { forgetLetters, openPostOffice, type PostOffice } from '#tests/support/api/post-office.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Mailbox, type MailboxOptions, startMailbox } from '#tests/support/mail/mailbox.ts'

const LEASE = 5 * 60_000

describeOnEachDatabase('letters of a message', (open) => {
  const { database, school, add } = openStage(open, { server: 'none' })
  let mailbox: Mailbox
  let post: PostOffice
  beforeEach(async () => {
    await use()
  })
  afterEach(async () => {
    post.options.transport.close?.()
    await mailbox.stop()
    await forgetLetters(database)
  })

  async function use(options?: MailboxOptions) {
    await mailbox?.stop()
    mailbox = await startMailbox(options)
    post = openPostOffice(database, mailbox.url)
  }

  const send = (userIds: readonly number[], words: { subject?: string; text?: string } = {}) =>
    database.transaction(async (trx) => {
      const written = { key: randomUUID(), subject: 'Neem iets mee', text: 'Een pen.', ...words }
      const about = { kind: 'message', senderId: school.users.teacher, audience: {}, audienceLabel: 'Sam' } as const
      const { id } = await makeMessage(trx, { ...about, written }, post.clock.now)
      await addRecipients(trx, { id, kind: 'message' }, userIds, post.clock.now)
      return id
    })
  const counts = async (id: number) => (await countLetters(database.kysely, [id])).get(id)
  const none = { waiting: 0, accepted: 0, refused: 0, unknown: 0, repeated: 0 }
  /** passes until nothing is left to do, however long the pauses between */
  const deliverAll = async () => {
    for (;;) {
      await post.deliver()
      const next = await database.kysely
        .selectFrom('outbox')
        .select('available_at')
        .where('done_at', 'is', null)
        .where('kind', '=', 'message-letter')
        .orderBy('available_at')
        .executeTakeFirst()
      if (!next) return
      post.clock.now = Math.max(post.clock.now, Date.parse(next.available_at))
    }
  }
  const arrived = () => Map.groupBy(mailbox.letters, ({ headers }) => headers['message-id'])

  test('are counted as they are taken', async () => {
    const id = await send([school.users.sam, school.users.noor])
    expect(await counts(id)).toEqual({ ...none, waiting: 2 })
    await post.deliver()
    expect(await counts(id)).toEqual({ ...none, accepted: 2 })
    expect(mailbox.letters.map(({ to }) => to).toSorted()).toEqual(['noor@school.test', 'sam@school.test'])
  })

  test('of which a mail server refuses every third', async () => {
    const ids: number[] = []
    for (let n = 0; n < 12; n++) ids.push(await add.user({ username: `n${n}@school.test` }))
    await use({ refuse: (address) => (Number(/\d+/.exec(address)?.[0]) % 3 === 0 ? 550 : undefined) })
    const id = await send(ids)
    await deliverAll()
    expect(await counts(id)).toEqual({ ...none, accepted: 8, refused: 4 })
    expect(arrived().size).toBe(8)
  })

  test('whose answer is lost go once more, the same, and are counted', async () => {
    const lost = new Set<string>()
    await use({ loseAnswer: ({ to }) => !lost.has(to) && lost.add(to).has(to) })
    const id = await send([school.users.sam, school.users.noor])
    await post.deliver()
    expect(await counts(id)).toEqual({ ...none, waiting: 2, repeated: 2 })
    await deliverAll()
    expect(await counts(id)).toEqual({ ...none, accepted: 2, repeated: 2 })
    expect([...arrived().values()].map(({ length }) => length)).toEqual([2, 2])
  })

  test('whose answer is lost twice go no third time: nobody knows', async () => {
    await use({ loseAnswer: ({ to }) => to.startsWith('sam') })
    const id = await send([school.users.sam, school.users.noor])
    await deliverAll()
    expect(await counts(id)).toEqual({ ...none, accepted: 1, unknown: 1, repeated: 1 })
    expect(mailbox.letters.filter(({ to }) => to.startsWith('sam'))).toHaveLength(2)
  })

  test('of a server that died go again each time, and are counted', async () => {
    const id = await send([school.users.sam])
    for (let died = 1; died <= 3; died++) {
      void post.deliver({ transport: { send: () => new Promise(() => undefined) } })
      const attempts = () =>
        database.kysely.selectFrom('outbox').select('attempts').where('kind', '=', 'message-letter')
      await eventually(async () => expect(await attempts().execute()).toEqual([{ attempts: died }]))
      post.clock.now += LEASE
    }
    await deliverAll()
    expect(await counts(id)).toEqual({ ...none, accepted: 1, repeated: 1 })
    expect(mailbox.letters).toHaveLength(1)
    expect(await database.kysely.selectFrom('message_recipient').select('letter_repeats').execute()).toEqual([
      { letter_repeats: 3 },
    ])
  })

  test('that a mail server will not take for hours are given up as refused', async () => {
    await use({ refuse: () => 450 })
    const id = await send([school.users.sam])
    await deliverAll()
    expect(await counts(id)).toEqual({ ...none, refused: 1 })
  })

  test('share a few connections, and go past one that the mail server closed', async () => {
    const ids: number[] = []
    for (let n = 0; n < 30; n++) ids.push(await add.user({ username: `n${n}@school.test` }))
    const id = await send(ids)
    while ((await post.deliver()) > 0);
    expect(await counts(id)).toEqual({ ...none, accepted: 30 })
    expect(mailbox.connections).toBeLessThanOrEqual(5)
    const { port } = mailbox
    await mailbox.stop()
    mailbox = await startMailbox({ port })
    const again = await send([school.users.sam], { text: 'Nog iets.' })
    await deliverAll()
    expect(await counts(again)).toMatchObject({ accepted: 1 })
  })

  test('say in text and HTML what was written, by which sender, and where it can be read again', async () => {
    const text = 'Lees https://school.test/regels?a=1&b=2.\nNeem <b>mee</b>:\n\n- een pen\n- "papier"'
    const id = await send([school.users.sam], { text })
    await post.deliver()
    const letter = await mailbox.take('sam@school.test')
    expect(letter.subject).toBe('Neem iets mee')
    const href = `https://wiskunde.test/student/messages?message=${id}`
    expect(letter.text).toBe(
      [
        ...['Hallo Sam,', text, 'Dit bericht is verstuurd door Sam de Vries.'],
        `Je kunt dit bericht ook lezen in de app: ${href}`,
        '-- \nWiskunde inschrijven\nJe kunt niet antwoorden op deze e-mail.\n\n',
      ].join('\n\n'),
    )
    expect(letter.html).toContain('href="https://school.test/regels?a=1&amp;b=2"')
    expect(letter.html).toContain('Neem &lt;b&gt;mee&lt;/b&gt;:</p>')
    expect(letter.html).toContain('- een pen<br>\n- &quot;papier&quot;</p>')
    expect(letter.html).toContain(`href="${href}"`)
    expect(letter.headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      'list-id': '<berichten.wiskunde.test>',
      precedence: 'bulk',
      'content-type': expect.stringContaining('multipart/alternative'),
    })
  })

  test('show students who have not activated their account where to get a link', async () => {
    await send([school.users.unactivated])
    await post.deliver()
    const { text } = await mailbox.take('unactivated@school.test')
    expect(text).toContain('nog niet geactiveerd. Vraag een activatielink aan op https://wiskunde.test/password-reset')
    expect(text).not.toContain('/student/messages')
  })

  test.for([
    { subject: 'Let op\r\nBcc: allen@school.test', seen: 'Let op Bcc: allen@school.test' },
    { subject: '<script>alert(1)</script> & "zo"', seen: '<script>alert(1)</script> & "zo"' },
    { subject: '📐 Ångström, =?utf-8?Q?x?= en 日本語', seen: '📐 Ångström, =?utf-8?Q?x?= en 日本語' },
    { subject: 'é'.repeat(150), seen: 'é'.repeat(150) },
  ])('arrive with the subject $seen, and nothing else by it', async ({ subject, seen }) => {
    await send([school.users.sam], { subject, text: 'Klik: javascript:alert(1) data:text/html,x' })
    await post.deliver()
    const letter = await mailbox.take('sam@school.test')
    expect(letter.subject).toBe(seen)
    expect(letter.headers.bcc).toBeUndefined()
    expect(letter.html).not.toContain('<script')
    expect(letter.html).not.toMatch(/href="(?!https:\/\/wiskunde\.test\/)/)
    expect(mailbox.letters).toHaveLength(1)
  })

  test.for([
    { first_name: 'Sam\r\nBcc: allen@school.test', greeting: 'Hallo Sam Bcc: allen@school.test,' },
    {
      first_name: '"Sam" <allen@school.test>, y@school.test',
      greeting: 'Hallo "Sam" <allen@school.test>, y@school.test,',
    },
  ])('greet $first_name by it, and go to nobody else', async ({ first_name, greeting }) => {
    await send([await add.user({ username: 'x@school.test', first_name })])
    await post.deliver()
    expect(mailbox.letters).toMatchObject([
      { to: 'x@school.test', text: expect.stringContaining(`${greeting}\n\nEen pen.`) },
    ])
    expect(mailbox.letters[0]?.headers).toMatchObject({ to: 'x@school.test' })
    expect(mailbox.letters[0]?.headers.bcc).toBeUndefined()
  })

  test.for([
    'x@school.test, y@school.test',
    '"x, y@school.test"@school.test',
    'x@school.test>\r\nrcpt to:<y@school.test',
    'sam <y@school.test>',
  ])('go nowhere else where %j is kept as an address', async (username) => {
    await send([await add.user({ username })])
    await deliverAll()
    expect(mailbox.letters.filter(({ to }) => to !== username)).toEqual([])
  })
})
