// @module-tag pooled
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { writeMessageLetter } from '#api-server/acts/messages/message-letter.ts'
import { deleteTestmoment } from '#api-server/testmoments/delete-testmoment.ts'
import { editTestmoment } from '#api-server/testmoments/edit-testmoment.ts'
import { followDueSchedules } from '#api-server/testmoments/testmoment-schedule.ts'
import { ASK_FIRST } from '#contract/refusals.ts'
import type { Database } from '#database/engine/open-database.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { MORNING, type Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('what a teacher writes to students concerned by a change of a moment', (open) => {
  const { database, school, api, as, enroll, colleague } = openStage(open)

  /** Enrolls Sam twice and Noor once at the open moment, and Noor at another. */
  const enrollSome = async () => {
    await enroll('sam', 'open', 'ALG', 'GON')
    await enroll('noor', 'open')
    await enroll('noor', 'other', 'STA')
  }
  const write = () => ({ key: randomUUID(), subject: 'Gewijzigd', text: 'Het is nu anders.\n\nTot dan!' })
  const place = (moment: Moment) => ({ id: school.moments[moment], schoolyearId: school.years.active })
  const ask = (operation: string, body?: object, confirmed?: string) =>
    as.teacher(operation + (confirmed === undefined ? '' : `?confirmed=${confirmed}`), body)
  const edit = (moment: Moment, body: object, confirmed?: string) =>
    ask(`PUT /schoolyear/${school.years.active}/testmoment/${school.moments[moment]}`, body, confirmed)
  const remove = (moment: Moment, body?: object, confirmed?: string) =>
    ask(`DELETE /schoolyear/${school.years.active}/testmoment/${school.moments[moment]}`, body, confirmed)
  const messaged = (students_messaged: number) => ({ status: 200, body: { students_messaged } })

  /** Names of the recipients in the app; letters go to the same ones, and a push is due. */
  async function recipients({ key }: { key: string }): Promise<string[]> {
    const { kysely } = database
    const message = await kysely.selectFrom('message').select(['id', 'recipients']).where('key', '=', key).execute()
    const id = message[0]?.id
    if (id === undefined) return []
    const rows = await kysely
      .selectFrom('message_recipient')
      .innerJoin('user', 'user.id', 'message_recipient.user_id')
      .select(['user.id', 'user.username'])
      .where('message_id', '=', id)
      .orderBy('user.username')
      .execute()
    const outbox = await kysely.selectFrom('outbox').select(['kind', 'payload']).execute()
    const tasks = outbox
      .map(({ kind, payload }) => ({ kind, ...JSON.parse(payload) }))
      .filter((task) => task.message_id === id)
    const letters = tasks.filter(({ kind }) => kind === 'message-letter').map(({ user_id }) => user_id)
    expect(letters.toSorted()).toEqual(rows.map((row) => row.id).toSorted())
    expect(tasks.filter(({ kind }) => kind === 'change-push')).toHaveLength(1)
    expect(message[0]?.recipients).toBe(rows.length)
    return rows.map(({ username }) => username.replace('@school.test', ''))
  }
  const messages = async () => (await database.kysely.selectFrom('message').select('key').execute()).length

  test('goes to all who are enrolled there, once each, and to nobody else', async () => {
    await enrollSome()
    const message = write()
    expect(await edit('open', { date: '2026-03-21', location: 'Aula', message })).toMatchObject(messaged(2))
    expect(await recipients(message)).toEqual(['noor', 'sam'])
    const [kept] = await database.kysely.selectFrom('message').selectAll().execute()
    expect(kept).toMatchObject({
      kind: 'change',
      sender_id: school.users.teacher,
      audience_label: 'Toetsmoment gewijzigd: vr 20 mrt 2026',
    })
  })

  test('is offered by a question with their number, and not sent by asking', async () => {
    await enrollSome()
    const concerned = async (body: object, messaged: object) => {
      const asked = await edit('open', { ...body, message: write() }, ASK_FIRST)
      expect(asked).toMatchObject({
        status: 409,
        body: { reason: 'confirmation-needed', consequences: { students_concerned: 2, ...messaged } },
      })
      return asked.body && typeof asked.body === 'object' && 'confirmation' in asked.body
        ? String(asked.body.confirmation)
        : ''
    }
    await concerned({ enrollments_enabled: false }, { closes_earlier: true })
    await concerned({ enrollments_close_at: '2026-03-12T09:00:00.000Z' }, { closes_earlier: true })
    await concerned({ duration: 'week' }, { students_moved: 2, closes_earlier: false })
    const confirmation = await concerned({ starts_at: '13:00' }, { closes_earlier: false })
    expect(await messages()).toBe(0)
    const message = write()
    expect(await edit('open', { starts_at: '13:00', message }, confirmation)).toMatchObject(messaged(2))
    expect(await recipients(message)).toEqual(['noor', 'sam'])
  })

  test('is not sent where a change concerns nobody', async () => {
    await enrollSome()
    await enroll('sam', 'past', 'STA')
    for (const [moment, change] of [
      ['open', { max_enrollments: 1 }],
      ['open', { date: '2026-03-20' }],
      ['past', { location: 'Aula' }],
      ['closed', { date: '2026-04-11' }],
    ] as const)
      expect(await edit(moment, { ...change, message: write() }, ASK_FIRST)).toMatchObject(messaged(0))
    const modules = { entities: [{ id: school.modules.ALG, auto_enroll: true }], message: write() }
    expect(await ask(`PATCH /testmoment/${school.moments.listed}/modules`, modules)).toMatchObject(messaged(0))
    expect(await messages()).toBe(0)
  })

  test.for([
    ['subject-missing', { subject: ' ' }],
    ['message-unreadable', { text: 'klik \u202ehier' }],
  ] as const)('whose words are %s keeps the change from being made', async ([reason, words]) => {
    await enrollSome()
    const message = { ...write(), ...words }
    const list = { entities: [{ id: school.modules.GON }], message }
    for (const answer of [
      await edit('open', { location: 'Aula', message }),
      await ask(`PUT /testmoment/${school.moments.open}/modules?confirmed=e2-s2-told2`, list),
      await remove('open', { message }, 'e3-s2-told2-moment'),
    ])
      expect(answer).toMatchObject({ status: 422, body: { reason } })
    const { location } = await database.kysely
      .selectFrom('testmoment')
      .select('location')
      .where('id', '=', school.moments.open)
      .executeTakeFirstOrThrow()
    expect([location, await messages()]).toEqual([null, 0])
  })

  test('goes once, whether a colleague was first, or the answer was lost', async () => {
    await enrollSome()
    const message = write()
    await edit('open', { max_enrollments: 3 })
    const stale = await edit('open', { location: 'Aula', version: 1, message })
    expect(stale).toMatchObject({ status: 409, body: { reason: 'version-stale' } })
    expect(await messages()).toBe(0)
    expect(await edit('open', { location: 'Aula', version: 2, message })).toMatchObject(messaged(2))
    expect(await edit('open', { location: 'Aula', message })).toMatchObject(messaged(0))
    expect(await edit('open', { location: 'Zaal 2', message })).toMatchObject(messaged(0))
    expect([await recipients(message), await messages()]).toEqual([['noor', 'sam'], 1])
  })

  test('two teachers can each write about their own change; a key of another message sends nothing', async () => {
    await enrollSome()
    const token = await colleague()
    const [mine, theirs] = [write(), write()]
    const path = `PUT /schoolyear/${school.years.active}/testmoment/${school.moments.open}`
    const answers = await Promise.all([
      ask(path, { location: 'Aula', message: mine }),
      api.ask(path, { token, body: { starts_at: '09:30', message: theirs } }),
    ])
    expect(answers).toMatchObject([messaged(2), messaged(2)])
    expect([await recipients(mine), await recipients(theirs)]).toEqual([
      ['noor', 'sam'],
      ['noor', 'sam'],
    ])
    const other = write()
    expect(await edit('other', { location: 'Aula', message: other })).toMatchObject(messaged(1))
    await enroll('sam', 'single', 'STA')
    expect(await edit('single', { location: 'Aula', message: other })).toMatchObject(messaged(0))
    expect(await recipients(other)).toEqual(['noor'])
  })

  test('goes with a module to those alone who lose an enrollment by it', async () => {
    await enrollSome()
    const [others, module] = [write(), write()]
    const { ALG, GON } = school.modules
    const modules = `/testmoment/${school.moments.open}/modules`
    const first = { entities: [{ id: ALG }], message: others }
    expect(await ask(`PATCH ${modules}`, first, 'e1-s1-told1')).toMatchObject(messaged(1))
    expect(await recipients(others)).toEqual(['sam'])
    const replaced = { entities: [{ id: GON }], message: module }
    expect(await ask(`PUT ${modules}`, replaced, ASK_FIRST)).toMatchObject({
      status: 409,
      body: { consequences: { students_concerned: 2 } },
    })
    expect(await ask(`PUT ${modules}`, replaced, 'e2-s2-told2')).toMatchObject(messaged(2))
    expect(await recipients(module)).toEqual(['noor', 'sam'])
  })

  test('stays with its recipients when the moment goes, and their letters can still be written', async () => {
    await enrollSome()
    const message = write()
    expect(await remove('open', { message }, ASK_FIRST)).toMatchObject({
      status: 409,
      body: { consequences: { deletes_testmoment: true, students_concerned: 2 } },
    })
    expect(await remove('open', { message }, 'e3-s2-told2-moment')).toMatchObject(messaged(2))
    expect(await recipients(message)).toEqual(['noor', 'sam'])
    const { id } = await database.kysely.selectFrom('message').select('id').executeTakeFirstOrThrow()
    const letter = await writeMessageLetter(
      { database, publicUrl: 'https://wiskunde.test' },
      { message_id: id, user_id: school.users.sam },
    )
    expect(letter).toMatchObject({
      to: 'sam@school.test',
      letter: { subject: 'Gewijzigd' },
    })
  })

  test('is not sent of what is history, nor by a deletion without one', async () => {
    await enroll('sam', 'past')
    await enroll('noor', 'single')
    expect(await remove('past', { message: write() }, 'e1-s1-moment')).toMatchObject(messaged(0))
    expect(await remove('single', undefined, 'e1-s1-told1-moment')).toMatchObject(messaged(0))
    expect(await messages()).toBe(0)
  })

  test('is not sent when the schedule closes the moment', async () => {
    await enroll('sam', 'closing')
    await followDueSchedules({ database, clock: () => MORNING + 86_400_000 })
    expect(await edit('closing', {})).toMatchObject({ body: { entity: { enrollments_enabled: false } } })
    expect(await messages()).toBe(0)
  })

  test('stays unsent when the change is not saved', async () => {
    await enrollSome()
    const failing: Database = {
      ...database,
      transaction: (work) =>
        database.transaction(async (trx) => {
          await work(trx)
          throw new Error('the connection is gone before the commit')
        }),
    }
    const by = { database: failing, clock: () => MORNING }
    const message = write()
    const change = { place: place('open'), actorId: school.users.teacher, message }
    await expect(editTestmoment(by, { ...change, edit: { location: 'Aula' } })).rejects.toThrow('is gone')
    await expect(deleteTestmoment(by, { ...change, confirmed: 'e3-s2-told2-moment' })).rejects.toThrow('is gone')
    expect([await messages(), await recipients(message)]).toEqual([0, []])
    expect(await edit('open', { location: 'Aula', message })).toMatchObject(messaged(2))
  })

  test('is for teachers alone', async () => {
    await enrollSome()
    const path = `PUT /schoolyear/${school.years.active}/testmoment/${school.moments.open}`
    expect(await as.sam(path, { location: 'Aula', message: write() })).toMatchObject({
      status: 403,
    })
    expect(await messages()).toBe(0)
  })
})
