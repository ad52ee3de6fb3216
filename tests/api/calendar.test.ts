import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { createCalendarFeed, getCalendarFeed } from '#contract/calendar.calls.ts'
import { createEnrollment } from '#contract/enrollments.calls.ts'
import { listUserTestmoments } from '#contract/users.calls.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi, type Token } from '#tests/support/api/test-api.ts'

import { describeOnEachDatabase } from '#tests/support/databases.ts'

/** Entries of the file, as ical.js reads them, in order. */
const eventsIn = (file: unknown) =>
  new ICAL.Component(ICAL.parse(String(file))).getAllSubcomponents('vevent').map((component) => {
    const { summary, startDate, endDate, uid, sequence } = new ICAL.Event(component)
    return { summary, from: startDate.toString(), to: endDate.toString(), uid, sequence }
  })

describeOnEachDatabase('calendars', (open) => {
  const { database, school, api, as, ask, enroll, set } = openStage(open, { as: 'sam', server: 'own' })

  const feedOf = (by: Token = as.sam, id = school.users.sam) => api.ask(`GET /user/${id}/calendar-feed`, { token: by })
  const make = async (by: Token = as.sam, id = school.users.sam) => {
    const { status, body } = await api.ask(`POST /user/${id}/calendar-feed`, { token: by })
    expect(status).toBe(201)
    const { entity } = createCalendarFeed.reply.parse(body)
    if (!entity.url) throw new Error('the address was not told')
    return new URL(entity.url)
  }
  const read = ({ pathname }: URL) => api.ask(`GET ${pathname}`)
  const gone = { status: 404, body: { reason: 'not-found' } }

  test('the .ics of an enrollment comes by its link, for that one alone, under a name that says what it is', async () => {
    const id = await enroll('sam', 'open')
    await enroll('sam', 'other', 'GON')
    const { body } = await ask(`GET /user/${school.users.sam}/testmoments`)
    const { entities } = listUserTestmoments.reply.parse(body)
    const [enrollment] = entities.flatMap(({ enrollments }) => enrollments)
    expect(enrollment?._links.calendar).toEqual({ method: 'GET', href: `/api/v1/enrollment/${id}/calendar` })

    const file = await ask(`GET /enrollment/${id}/calendar`)
    expect(file.status).toBe(200)
    expect(file.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': expect.stringContaining('filename="wiskundetoets-ALG-2026-03-20.ics"'),
      'cache-control': 'no-store',
    })
    expect(eventsIn(file.body)).toEqual([
      {
        summary: 'Wiskundetoets ALG',
        from: '2026-03-20',
        to: '2026-03-21',
        uid: `inschrijving-${id}@127.0.0.1:3000`,
        sequence: 1,
      },
    ])
  })

  test('the .ics of another’s enrollment is not there, for an administrator neither', async () => {
    const noors = await enroll('noor', 'open')
    for (const by of [as.sam, as.teacher]) {
      expect(await api.ask(`GET /enrollment/${noors}/calendar`, { token: by })).toMatchObject(gone)
      expect(await api.ask('GET /enrollment/2147483647/calendar', { token: by })).toMatchObject(gone)
    }
    const { body } = await as.teacher(`GET /user/${school.users.noor}/testmoments`)
    expect(JSON.stringify(body)).toContain(`/enrollment/${noors}`)
    expect(JSON.stringify(body)).not.toContain('calendar')
  })

  test('a feed is found by the student’s link, made once asked for, and shows its address that once', async () => {
    const { body: user } = await ask('GET /user')
    expect(user).toMatchObject({
      _links: { calendar_feed: { method: 'GET', href: `/api/v1/user/${school.users.sam}/calendar-feed` } },
    })
    const none = getCalendarFeed.reply.parse((await feedOf()).body)
    expect(none.created_at).toBeNull()
    expect(none._links).not.toHaveProperty('delete')

    const url = await make()
    expect(url.href).toMatch(/^http:\/\/127\.0\.0\.1:3000\/api\/v1\/calendar\/[\w-]{43}\/toetsen\.ics$/)
    const made = getCalendarFeed.reply.parse((await feedOf()).body)
    expect(made.created_at).toBe('2026-03-10T09:00:00.000Z')
    expect(made).not.toHaveProperty('url')
    expect(made._links.delete).toMatchObject({ method: 'DELETE' })
  })

  test('a feed needs no token, and holds what its owner is enrolled in and was, in order', async () => {
    await enroll('sam', 'other', 'GON')
    await enroll('sam', 'open')
    await enroll('sam', 'past', 'STA')
    await enroll('noor', 'open')
    const reply = await read(await make())
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'no-store' })
    expect(reply.headers).not.toHaveProperty('content-disposition')
    expect(eventsIn(reply.body).map(({ summary, from, to }) => [summary, from, to])).toEqual([
      ['Wiskundetoets STA (deze week)', '2026-03-01', '2026-03-08'],
      ['Wiskundetoets ALG', '2026-03-20', '2026-03-21'],
      ['Wiskundetoets GON', '2026-03-27', '2026-03-28'],
    ])
  })

  test('a feed leaves out what is to come in a year that is not active, and keeps it once it was', async () => {
    await enroll('sam', 'lastYear')
    const url = await make()
    expect(eventsIn((await read(url)).body)).toEqual([])
    api.clock.now = Date.parse('2026-05-02T00:00:00.000Z')
    expect(eventsIn((await read(url)).body)).toHaveLength(1)
  })

  test('a feed follows: a moment that is moved moves its entry, and one that is left takes it out', async () => {
    const id = await enroll('sam', 'open')
    const url = await make()
    const [before] = eventsIn((await read(url)).body)
    await set.moment('open', { date: '2026-03-23', duration: 'week', version: 2 })
    const [after] = eventsIn((await read(url)).body)
    expect(after).toMatchObject({ uid: before?.uid, from: '2026-03-23', to: '2026-03-30', sequence: 2 })
    // Edits by the API, since only its writes count versions.
    const edit = async (body: object) => {
      const { body: year } = await as.teacher('GET /schoolyear')
      const path = `/schoolyear/${Object(year).id}/testmoment/${school.moments.open}`
      expect(await as.teacher(`PUT ${path}`, body)).toMatchObject({ status: 200 })
    }
    await edit({ duration: 'day', starts_at: '09:00', ends_at: '11:30', location: 'Zaal 3.14' })
    const timed = await read(url)
    const times = { from: '2026-03-23T08:00:00Z', to: '2026-03-23T10:30:00Z' }
    expect(eventsIn(timed.body)).toEqual([expect.objectContaining({ uid: before?.uid, ...times, sequence: 3 })])
    expect(timed.body).toContain('\r\nLOCATION:Zaal 3.14\r\n')
    await edit({ starts_at: '10:00' })
    expect(eventsIn((await read(url)).body)).toMatchObject([{ from: '2026-03-23T09:00:00Z', sequence: 4 }])
    await database.kysely.deleteFrom('enrollment').where('id', '=', id).execute()
    expect(eventsIn((await read(url)).body)).toEqual([])
  })

  test('a move keeps the entry, with a higher number than it ever had, in the feed and as a file, there and back', async () => {
    const setVersion = (moment: 'open' | 'other', version: number) => set.moment(moment, { version })
    const url = await make()
    const first = await enroll('sam', 'open')
    const uid = `inschrijving-${first}@127.0.0.1:3000`
    await setVersion('open', 7)
    const seen = eventsIn((await read(url)).body).map(({ sequence }) => Number(sequence))
    let id = first
    for (const [to, from] of [
      ['other', '2026-03-27'],
      ['open', '2026-03-20'],
    ] as const) {
      const body = { testmoment_id: school.moments[to] }
      const moved = await ask(`POST /enrollment/${id}/move`, body)
      id = createEnrollment.reply.parse(moved.body).entity.id
      const [event, ...others] = eventsIn((await read(url)).body)
      expect(others).toEqual([])
      expect(event).toMatchObject({ uid, from })
      expect(event?.sequence).toBeGreaterThan(Math.max(...seen))
      expect(eventsIn((await ask(`GET /enrollment/${id}/calendar`)).body)).toEqual([event])
      seen.push(event?.sequence ?? 0)
    }
    await setVersion('open', 8)
    expect(eventsIn((await read(url)).body)[0]?.sequence).toBeGreaterThan(Math.max(...seen))
  })

  test('another feed takes the place of the first, and a revoked one leads nowhere', async () => {
    const first = await make()
    const second = await make()
    expect(await read(first)).toMatchObject(gone)
    expect(await read(second)).toMatchObject({ status: 200 })
    for (let time = 0; time < 2; time++) {
      const { status, body } = await ask(`DELETE /user/${school.users.sam}/calendar-feed`)
      expect(status).toBe(200)
      expect(createCalendarFeed.reply.parse(body).entity.created_at).toBeNull()
    }
    expect(await read(second)).toMatchObject(gone)
  })

  test('one’s feed stops with the account and the role, not with a login', async () => {
    const url = await make()
    await database.kysely.deleteFrom('session').execute()
    expect(await read(url)).toMatchObject({ status: 200 })
    const change = (values: { activated?: boolean; roles?: string }) => set.user('sam', values)
    await change({ activated: false })
    expect(await read(url)).toMatchObject(gone)
    await change({ activated: true, roles: 'ROLE_ADMIN' })
    expect(await read(url)).toMatchObject(gone)
    await change({ roles: 'ROLE_STUDENT' })
    expect(await read(url)).toMatchObject({ status: 200 })
    await database.kysely.deleteFrom('user').where('id', '=', school.users.sam).execute()
    expect(await read(url)).toMatchObject(gone)
  })

  test('the owner of a key is found by the whole key', async () => {
    const url = await make()
    const key = url.pathname.split('/').at(-2) ?? ''
    const others = [
      key.slice(1),
      `${key}A`,
      key.toLowerCase(),
      `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`,
      '',
      '%01',
      'x'.repeat(99),
    ]
    for (const other of others.filter((text) => text !== key))
      expect((await api.ask(`GET /calendar/${other}/toetsen.ics`)).status, other).toBe(404)
  })

  test('a key is kept as a hash, and is in no log, also when something fails', async () => {
    const url = await make()
    const key = url.pathname.split('/').at(-2) ?? ''
    const rows = await database.kysely.selectFrom('calendar_feed').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key)
    const failing = new Proxy(database.kysely, {
      get: (kysely, name, itself) =>
        name === 'selectFrom'
          ? () => {
              throw new Error('planted')
            }
          : Reflect.get(kysely, name, itself),
    })
    const broken = await startTestApi({ ...database, kysely: failing })
    broken.app.log.level = 'trace'
    api.app.log.level = 'trace'
    await read(url)
    expect((await broken.ask(`GET ${url.pathname}`)).status).toBe(500)
    await broken.ask(`GET ${url.pathname.replace('toetsen.ics', 'anders.ics')}`)
    const logs = [...api.logs, ...broken.logs].join('')
    expect(logs).toContain('planted')
    expect(logs).not.toContain(key)
  })

  test('a feed is a student’s own: a teacher has none', async () => {
    const { body } = await as.teacher('GET /user')
    expect(body).not.toHaveProperty('_links.calendar_feed')
    for (const method of ['GET', 'POST', 'DELETE'])
      expect(await as.teacher(`${method} /user/${school.users.teacher}/calendar-feed`)).toMatchObject(gone)
  })
})
