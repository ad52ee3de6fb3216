// @module-tag pooled
// @module-tag engine
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { followDueSchedules } from '#api-server/testmoments/testmoment-schedule.ts'
import type { AppEventName } from '#contract/app-events.ts'
import { API_BASE } from '#contract/endpoint.ts'
import { createEnrollment } from '#contract/enrollments.calls.ts'
import { readLive } from '#contract/live.gen.ts'
import { sendMessage } from '#contract/messages.calls.ts'
import { previewPublication } from '#contract/results.calls.ts'
import { announce } from '#database/changes/announce.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import type { Moment, TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { builtApp } from './support/built-app.ts'
import { listen, openLive } from './support/live-connection.ts'

const OPEN = { enrollments_enabled: true }
const NOTED = { ticks: [], walk_ins: [{ key: randomUUID(), name: 'Daan', at: '2026-03-09T09:00:00.000Z' }] }

describeOnEachDatabase('GET /live', (open) => {
  const { database, school, api, place } = openStage(open, {
    server: (database) => startTestApi(database, { webApp: builtApp('k3Vd0a81TqWm') }),
  })
  let origin: string
  beforeEach(async () => {
    origin = await listen(api)
  })

  const tokenOf = async (name: 'sam' | 'noor' | 'teacher') => (await api.logIn(`${name}@school.test`)).token

  const connect = async (name: 'sam' | 'noor' | 'teacher') => openLive(origin, { token: await tokenOf(name) })

  const enroll = (token: string, moment: Moment = 'open', user: 'sam' | 'noor' = 'sam') =>
    api.ask('POST /enrollment', {
      token,
      body: place(user, moment),
    })

  /** An event for everyone, so that earlier events have arrived by then, or never will. */
  const sayLast = () => announce(database.kysely, [{ event: 'schoolyearEdited' }])

  const last = { name: 'schoolyearEdited', spread: 1 }

  test('says hello with the server’s time and the app it gives out, as an event stream that nobody keeps', async () => {
    const { hello, response } = await connect('sam')
    expect(hello).toEqual({ server_time: api.clock.now, release: 'k3Vd0a81TqWm' })
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  test('asks for a token', async () => {
    expect(await api.ask('GET /live')).toMatchObject({ status: 401, body: { reason: 'token-missing' } })
  })

  test('notifies students and administrators of a teacher’s change when it is committed', async () => {
    const [sam, teacher] = [await connect('sam'), await connect('teacher')]
    const token = await tokenOf('teacher')
    const path = `/schoolyear/${await yearOf(school.moments.open)}/testmoment/${school.moments.open}`
    const { status } = await api.ask(`PUT ${path}`, { token, body: { max_enrollments: 3 } })
    expect(status).toBe(200)
    expect(await sam.received(1)).toEqual([{ name: 'testmomentEdited', id: school.moments.open, spread: 1 }])
    expect(await teacher.received(1)).toEqual([{ name: 'testmomentEdited', id: school.moments.open, spread: 1 }])
  })

  test.for<[event: AppEventName, operation: (school: TestSchool, year: number) => string, body?: object]>([
    ['schoolyearCreated', () => 'POST /schoolyear', { name: '2026-2027' }],
    ['schoolyearEdited', (_, year) => `PUT /schoolyear/${year}`, { name: 'Dit jaar' }],
    ['testmomentCreated', (_, year) => `POST /schoolyear/${year}/testmoment`, { moment: '2026-05-12' }],
    ['testmomentEdited', ({ moments }, year) => `PUT /schoolyear/${year}/testmoment/${moments.closed}`, OPEN],
    ['testmomentDeleted', ({ moments }, year) => `DELETE /schoolyear/${year}/testmoment/${moments.closed}`],
    ['moduleCreated', () => 'POST /module', { name: 'LIN', description: 'Lineaire algebra' }],
    ['moduleEdited', ({ modules }) => `PUT /module/${modules.ALG}`, { description: 'Algebra' }],
    ['educationDepartmentCreated', () => 'POST /education-department', { name: 'Werktuigbouw' }],
    ['educationDepartmentEdited', ({ departmentId }) => `PUT /education-department/${departmentId}`, { name: 'Bouw' }],
    ['roomsChanged', () => 'POST /room', { name: 'B3.14', seats: 60 }],
    ['userEdited', ({ users }) => `PUT /user/${users.noor}`, { first_name: 'Nora', last_name: 'Bos' }],
    ['userDeleted', ({ users }) => `DELETE /user/${users.noor}`],
    ['presenceChanged', ({ moments }) => `POST /testmoment/${moments.open}/invigilators`],
    ['presenceChanged', ({ moments }) => `POST /testmoment/${moments.past}/presence`, NOTED],
  ])('tells %s by that name, and students what is not of other people', async ([event, operation, body]) => {
    const [sam, teacher] = [await connect('sam'), await connect('teacher')]
    const request = operation(school, await yearOf(school.moments.closed))
    const { status } = await api.ask(request, { token: await tokenOf('teacher'), body })
    expect([200, 201]).toContain(status)
    expect((await teacher.received(1)).map(({ name }) => name)).toEqual([event])
    const isTheirs = !/^(user|presence|rooms)/.test(event)
    if (!isTheirs) await sayLast()
    expect((await sam.received(1)).map(({ name }) => name)).toEqual([isTheirs ? event : last.name])
  })

  test('notifies everyone of a moment that opens by its schedule', async () => {
    await api.ask(`PUT /schoolyear/${await yearOf(school.moments.closed)}/testmoment/${school.moments.closed}`, {
      token: await tokenOf('teacher'),
      body: { enrollments_open_at: new Date(api.clock.now + 60_000).toISOString() },
    })
    const sam = await connect('sam')
    await followDueSchedules({ database, clock: () => api.clock.now + 60_000 })
    expect(await sam.received(1)).toEqual([{ name: 'testmomentEdited', id: school.moments.closed, spread: 0 }])
  })

  test('notifies a student’s other logins of what they did, and an administrator of how many there are', async () => {
    const token = await tokenOf('sam')
    const here = await openLive(origin, { token })
    const [elsewhere, noor, teacher] = [await connect('sam'), await connect('noor'), await connect('teacher')]
    expect((await enroll(token)).status).toBe(201)
    expect(await elsewhere.received(1)).toEqual([{ name: 'enrollmentsChanged', own: true, spread: 0 }])
    expect(await teacher.received(1)).toEqual([{ name: 'enrollmentsChanged', id: school.moments.open, spread: 1 }])
    await sayLast()
    expect(await here.received(1)).toEqual([last])
    expect(await noor.received(1)).toEqual([last])
  })

  test('notifies a student of leaving and moving, and an administrator of both moments', async () => {
    const token = await tokenOf('sam')
    const before = [await connect('sam'), await connect('teacher')]
    const { entity } = createEnrollment.reply.parse((await enroll(token)).body)
    // The event of enrolling is over: it would reach a stream that opens just after it.
    for (const stream of before) await stream.received(1)
    const [elsewhere, teacher] = [await connect('sam'), await connect('teacher')]
    await api.ask(`POST /enrollment/${entity.id}/move`, { token, body: { testmoment_id: school.moments.other } })
    expect(await elsewhere.received(1)).toEqual([{ name: 'enrollmentsChanged', own: true, spread: 0 }])
    const events = await teacher.received(2)
    expect(events.map(({ id }) => id).toSorted()).toEqual([school.moments.open, school.moments.other].toSorted())
  })

  test('notifies nobody of what was refused', async () => {
    const [elsewhere, teacher] = [await connect('sam'), await connect('teacher')]
    expect((await enroll(await tokenOf('sam'), 'closed')).status).toBe(422)
    await sayLast()
    expect(await elsewhere.received(1)).toEqual([last])
    expect(await teacher.received(1)).toEqual([last])
  })

  test('notifies recipients that they have a message, an administrator of which, and nobody else', async () => {
    const token = await tokenOf('sam')
    const [sam, noor, teacher] = [await openLive(origin, { token }), await connect('noor'), await connect('teacher')]
    await enroll(token)
    const sent = await api.ask('POST /message', {
      token: await tokenOf('teacher'),
      body: {
        key: randomUUID(),
        subject: 'Let op',
        text: 'Lees dit.',
        audience: { kind: 'testmoment', testmoment_id: school.moments.open },
      },
    })
    const { entity } = sendMessage.reply.parse(sent.body)
    const own = { name: 'messagesChanged', own: true, spread: 0 }
    expect(await sam.received(1)).toEqual([own])
    await eventually(() => expect(teacher.news).toContainEqual({ name: 'messagesChanged', id: entity.id, spread: 1 }))
    await api.ask(`PUT /user/${school.users.sam}/message/${entity.id}/read`, { token })
    expect(await sam.received(2)).toEqual([own, own])
    await sayLast()
    expect(await noor.received(1)).toEqual([last])
  })

  test('notifies administrators of results as they are typed, and a student of their own once they are published', async () => {
    const [sam, noor, teacher] = [await connect('sam'), await connect('noor'), await connect('teacher')]
    const token = await tokenOf('teacher')
    const { past } = school.moments
    const place = { user_id: school.users.sam, testmoment_id: past, module_id: school.modules.ALG }
    const row = { ...place, created_at: '2026-02-01T09:00:00.000Z' }
    const made = database.kysely.insertInto('enrollment').values(row).returning('id')
    const { id: enrollment_id } = await made.executeTakeFirstOrThrow()
    const value = { outcome: 'failed', grade: 40 }
    await api.ask(`PUT /testmoment/${past}/results`, {
      token,
      body: { entities: [{ enrollment_id, version: 0, value }] },
    })
    expect(await teacher.received(1)).toEqual([{ name: 'resultsChanged', id: past, spread: 0 }])
    const shown = await api.ask(`POST /testmoment/${past}/results/preview`, { token, body: {} })
    const { confirmation } = previewPublication.reply.parse(shown.body)
    expect((await api.ask(`POST /testmoment/${past}/results/publish`, { token, body: { confirmation } })).status).toBe(
      200,
    )
    // From the draft on the enrollment can't be given up.
    const own = ['enrollmentsChanged', 'resultsChanged'].map((name) => ({ name, own: true, spread: 0 }))
    expect(await sam.received(2)).toEqual(own)
    expect(await teacher.received(2)).toContainEqual({ name: 'resultsChanged', id: past, spread: 0 })
    await sayLast()
    expect(await noor.received(1)).toEqual([last])
  })

  test('notifies a student of what a teacher does about them', async () => {
    const sam = await connect('sam')
    expect((await enroll(await tokenOf('teacher'))).status).toBe(201)
    expect(await sam.received(1)).toEqual([{ name: 'enrollmentsChanged', own: true, spread: 0 }])
  })

  test('notifies a student’s other devices of completed modules, and of no other student’s', async () => {
    const [noor, sam] = [await connect('noor'), await connect('sam')]
    const body = { entities: [{ id: school.modules.ALG }] }
    const { status } = await api.ask(`PATCH /user/${school.users.sam}/modules-completed`, {
      token: await tokenOf('sam'),
      body,
    })
    expect(status).toBe(200)
    expect(await sam.received(1)).toEqual([{ name: 'enrollmentsChanged', own: true, spread: 0 }])
    await sayLast()
    expect(await noor.received(1)).toEqual([last])
  })

  test('counts that change again and again are sent no more than twice in half a second', async () => {
    const teacher = await connect('teacher')
    const changes = Array.from({ length: 50 }, () => ({ event: 'enrollmentsChanged' as const, testmoment_ids: [7] }))
    await announce(database.kysely, changes)
    await teacher.received(2)
    await sayLast()
    expect(await teacher.received(3)).toEqual([
      { name: 'enrollmentsChanged', id: 7, spread: 0 },
      { name: 'enrollmentsChanged', id: 7, spread: 0 },
      { name: 'schoolyearEdited', spread: 0 },
    ])
  })

  test('notifies a client that comes back of what it missed, once', async () => {
    const token = await tokenOf('sam')
    const first = await openLive(origin, { token })
    await sayLast()
    await first.received(1)
    const lastEventId = first.lastEventId()
    first.close()
    const noor = await connect('noor')
    await announce(database.kysely, [
      { event: 'testmomentEdited', id: 5 },
      { event: 'userEdited', user_id: school.users.noor },
    ])
    await noor.received(2)
    const again = await openLive(origin, { token, lastEventId })
    expect(await again.received(1)).toMatchObject([{ name: 'testmomentEdited', id: 5 }])
    const third = await openLive(origin, { token, lastEventId: again.lastEventId() })
    await sayLast()
    expect(await third.received(1)).toMatchObject([{ name: 'schoolyearEdited' }])
  })

  test.for([
    ['long ago', '1000'],
    ['of a process of before', '1000-0123abcd'],
  ])('makes a client whose last event was %s fetch everything', async ([, lastEventId = '']) => {
    const live = await openLive(origin, { token: await tokenOf('sam'), lastEventId })
    expect(await live.received(1)).toMatchObject([{ name: 'eventsMissed' }])
  })

  test('a client that does not ask for a stream gets what they missed, and that is the end of it', async () => {
    const token = await tokenOf('sam')
    const live = await openLive(origin, { token })
    const lastEventId = live.lastEventId()
    await announce(database.kysely, [{ event: 'testmomentEdited', id: 5 }])
    await live.received(1)
    // Asks the process that gave the id. Behind PgBouncer `ask` could reach another process, which knows only that the
    // id is not its own.
    const { statusCode, body, headers } = await api.app.inject({
      url: `${API_BASE}${readLive.path}`,
      headers: { authorization: `Bearer ${token}`, 'last-event-id': lastEventId },
    })
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toContain('text/event-stream')
    expect(body.match(/event: \w+/g)).toEqual(['event: hello', 'event: testmomentEdited'])
  })

  test('notifies a reader of any number of things at once', async () => {
    const sam = await connect('sam')
    const changes = Array.from({ length: 600 }, (_, id) => ({ event: 'testmomentEdited' as const, id }))
    await announce(database.kysely, changes)
    expect((await sam.received(600)).map(({ id }) => id)).toEqual(changes.map(({ id }) => id))
  })

  async function yearOf(testmomentId: number): Promise<number> {
    const { schoolyear_id } = await database.kysely
      .selectFrom('testmoment')
      .select('schoolyear_id')
      .where('id', '=', testmomentId)
      .executeTakeFirstOrThrow()
    return schoolyear_id
  }
})
