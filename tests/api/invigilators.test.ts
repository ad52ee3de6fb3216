import { randomBytes, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  listInvigilatorLinks,
  makeInvigilatorLink,
  readInvigilation,
  readInvigilatorLink,
  readPresence,
  tickInvigilation,
} from '#contract/presence.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { InvigilatorAccess, Tick } from '#domain/presence/presence.schema.ts'
import { readConfig } from '#server/config.ts'
import { auditTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { startTestApi, type TestApi, type TestApiOptions } from '#tests/support/api/test-api.ts'
import { MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, meanwhile } from '#tests/support/halfway.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const HOUR = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()
const TOMORROW = Date.parse('2026-03-11T00:00:00+01:00')
const newToken = () => randomBytes(32).toString('base64url')
const refusedBy = (reason: string) => ({ status: 403, body: { reason } })

describeOnEachDatabase('the link of invigilators', (open) => {
  let database: Database
  let school: TestSchool
  let api: TestApi
  let teacher: string
  let today: number
  /** id of Noor's enrollment today */
  let noor: number
  let link: InvigilatorAccess & { id: number }
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    school = await startTestSchool(database)
    today = school.moments.open
    await database.kysely.updateTable('testmoment').set({ date: '2026-03-10' }).where('id', '=', today).execute()
    const { users, modules } = school
    const place = { user_id: users.noor, testmoment_id: today, module_id: modules.ALG, created_at: iso(MORNING) }
    noor = (await database.kysely.insertInto('enrollment').values(place).returning('id').executeTakeFirstOrThrow()).id
    await start()
    link = await make()
  })

  const start = async (options: TestApiOptions = {}) => {
    api = await startTestApi(database, options)
    teacher = (await api.logIn('teacher@school.test')).token
  }
  const make = async (moment = today) => {
    const { status, body } = await api.ask(`POST /testmoment/${moment}/invigilators`, { token: teacher })
    expect(status).toBe(201)
    const { id } = makeInvigilatorLink.reply.parse(body).entity
    return { id, ...(await wordsOf(id)) }
  }
  const wordsOf = async (id: number) =>
    readInvigilatorLink.reply.parse((await api.ask(`GET /invigilators/${id}`, { token: teacher })).body)
  const links = async () => {
    const { body } = await api.ask(`GET /testmoment/${today}/invigilators`, { token: teacher })
    return listInvigilatorLinks.reply.parse(body).entities
  }
  const secretIn = ({ url }: InvigilatorAccess) => url.split('.').at(-1) ?? ''
  const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

  const admit = (body: object = {}, of = link) =>
    api.ask('POST /invigilation', {
      body: { link_id: of.id, secret: secretIn(of), code: of.code, token: newToken(), name: 'Joost, zaal 2', ...body },
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0' },
    })
  const admitted = async (name = 'Joost, zaal 2') => {
    const token = newToken()
    expect(await admit({ token, name })).toMatchObject({ status: 200, body: { testmoment_id: today } })
    return token
  }
  const as = (token: string) => ({ headers: { authorization: `Invigilator ${token}` } })
  const read = (token: string) => api.ask('GET /invigilation', as(token))
  const tickOf = (status: Tick['status'], at = api.clock.now): Tick => ({
    key: randomUUID(),
    enrollment_id: noor,
    status,
    at: iso(at),
  })
  const send = (token: string, ticks: Tick[], walk_ins: object[] = []) =>
    api.ask('POST /invigilation/ticks', { ...as(token), body: { ticks, walk_ins } })
  const outcomesOf = async (token: string, ticks: Tick[]) => {
    const { status, body } = await send(token, ticks)
    expect(status).toBe(200)
    return tickInvigilation.reply.parse(body).outcomes
  }

  test('is shown to teachers as often as they look, and neither secret nor code nor token is kept', async () => {
    const token = await admitted()
    expect({ id: link.id, ...(await wordsOf(link.id)) }).toEqual(link)
    expect(await links(), 'by the list nobody gets in').toEqual([
      {
        ...{ id: link.id, room: null, created_at: expect.any(String), ended: null, devices: [expect.anything()] },
        _links: { words: expect.anything(), end: expect.anything() },
      },
    ])
    expect(link.url).toMatch(new RegExp(`/invigilator#${link.id}\\.[\\w-]{43}$`))
    expect(link.code).toMatch(/^\d{6}$/)
    const kept = JSON.stringify([
      await database.kysely.selectFrom('invigilator_link').select(['nonce', 'wrong_codes']).execute(),
      await database.kysely.selectFrom('invigilator_device').selectAll().execute(),
    ])
    for (const word of [secretIn(link), link.code, token]) expect(kept).not.toContain(word)
  })

  test('lets a device read names and numbers and tick them, and teachers see which did, by a name on one line', async () => {
    const token = await admitted('Joost,\n\tzaal 2\u2028')
    const list = readInvigilation.reply.parse((await read(token)).body)
    expect(list.entities).toMatchObject([{ enrollment_id: noor, user_id: school.users.noor, ticked: null }])
    expect(list._links).toEqual({ tick: { method: 'POST', href: '/api/v1/invigilation/ticks' } })
    expect(JSON.stringify(list)).not.toContain('@')
    expect(await outcomesOf(token, [tickOf('present')])).toEqual(['counted'])
    const note = { key: randomUUID(), name: 'Daan Mulder', at: iso(MORNING) }
    expect((await send(token, [], [note])).status).toBe(200)
    const seen = await api.ask(`GET /testmoment/${today}/presence`, { token: teacher })
    expect(readPresence.reply.parse(seen.body)).toMatchObject({
      entities: [{ ticked: { status: 'present', who: 'Joost, zaal 2' } }],
      walk_ins: [{ name: 'Daan Mulder', who: 'Joost, zaal 2' }],
    })
    expect((await links())[0]?.devices).toMatchObject([
      { name: 'Joost, zaal 2', device: 'Chrome op Android', ticks: 1, walk_ins: 1, revoked: false },
    ])
  })

  test('a device that notes more names than anybody does by hand is held up', async () => {
    const token = await admitted()
    const notes = () => Array.from({ length: 100 }, () => ({ key: randomUUID(), name: 'Daan', at: iso(MORNING) }))
    for (const status of [200, 200, 429]) expect((await send(token, [], notes())).status).toBe(status)
    expect((await links())[0]?.devices[0]?.walk_ins).toBe(200)
  })

  test('a device that has sent ten thousand ticks is held up, and another is not', async () => {
    const [token, other] = [await admitted(), await admitted('Vera, zaal 3')]
    const [{ id: device_id = 0 } = {}] =
      (await links())[0]?.devices.filter(({ name }) => name.startsWith('Joost')) ?? []
    const sent = () => ({
      ...{ key: randomUUID(), enrollment_id: noor, user_id: school.users.noor, status: null, device_id },
      ...{ at: iso(MORNING - HOUR), received_at: iso(MORNING - HOUR), actor_id: null, connection_id: null },
    })
    for (const some of [...Array(19).fill(500), 499])
      await database.kysely
        .insertInto('presence_tick')
        .values(Array.from({ length: some }, sent))
        .execute()
    expect(await outcomesOf(token, [tickOf('present')])).toEqual(['counted'])
    expect(await send(token, [tickOf('absent')])).toMatchObject({ status: 429, body: { reason: 'too-many-requests' } })
    api.clock.now += 1_000
    expect(await outcomesOf(other, [tickOf('absent')])).toEqual(['counted'])
    expect((await links())[0]?.devices.map(({ ticks }) => ticks).toSorted((one, two) => two - one)).toEqual([10_000, 1])
  })

  test('a device that asks again, since the answer was lost, is in once', async () => {
    const token = newToken()
    for (let n = 0; n < 3; n++) expect((await admit({ token })).status).toBe(200)
    expect((await links())[0]?.devices).toHaveLength(1)
  })

  test('one that nobody made and a wrong secret are answered alike', async () => {
    const unknown = await admit({ link_id: 2_147_483_647 })
    const guessed = await admit({ secret: newToken() })
    expect(unknown).toMatchObject(refusedBy('link-ended'))
    expect(guessed.body).toEqual(unknown.body)
    expect(await database.kysely.selectFrom('invigilator_device').select('id').execute()).toEqual([])
  })

  test('a device that says five wrong codes is refused, with the right one too; another is let in', async () => {
    const token = newToken()
    const codes = [...Array(5).fill(wrong(link.code)), link.code]
    const answers: unknown[] = []
    for (const code of codes) answers.push(Object((await admit({ token, code })).body).reason)
    expect(answers).toEqual([...Array(4).fill('code-wrong'), 'device-refused', 'device-refused'])
    expect(await read(token)).toMatchObject(refusedBy('device-refused'))
    await admitted()
    expect((await links())[0]?.devices).toHaveLength(1)
  })

  test('five wrong codes on one device, or twenty-five on all devices, end the link', async () => {
    const token = newToken()
    const code = wrong(link.code)
    const inside = await admitted()
    const reasonsOf = async (guesses: Promise<{ body: unknown }>[]) =>
      (await Promise.all(guesses)).map(({ body }) => String(Object(body).reason)).toSorted()
    const times = <Value>(count: number, make: () => Value) => Array.from({ length: count }, make)
    expect(await reasonsOf(times(12, () => admit({ token, code })))).toEqual([
      ...Array(4).fill('code-wrong'),
      ...Array(8).fill('device-refused'),
    ])
    const answers = await reasonsOf(times(30, () => admit({ code })))
    expect(answers).toEqual([...Array(19).fill('code-wrong'), ...Array(11).fill('link-ended')])
    const { wrong_codes } = await database.kysely
      .selectFrom('invigilator_link')
      .select('wrong_codes')
      .where('id', '=', link.id)
      .executeTakeFirstOrThrow()
    expect(wrong_codes).toBe(25)
    expect(await links()).toMatchObject([{ ended: 'code-guessed', _links: {} }])
    expect((await api.ask(`GET /invigilators/${link.id}`, { token: teacher })).status, 'of an ended link').toBe(404)
    expect(await admit()).toMatchObject(refusedBy('link-ended'))
    expect(await read(inside)).toMatchObject(refusedBy('link-ended'))
    // Ticks of admitted devices count all day, as long as nobody knows that a stranger ended the link.
    const later = api.clock.now + HOUR
    api.clock.now = TOMORROW + HOUR
    expect(await outcomesOf(inside, [tickOf('present', later)])).toEqual(['counted'])
    api.clock.now = TOMORROW + 48 * HOUR
    expect(await send(inside, [tickOf('late', later)])).toMatchObject(refusedBy('link-ended'))
  })

  test('ten devices are let in, also of those that come at once; one taken off makes room', {
    tags: 'race',
  }, async () => {
    const answers = await Promise.all(Array.from({ length: 13 }, (_, n) => admit({ name: `Zaal ${n}` })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(await admit()).toMatchObject(refusedBy('devices-full'))
    const device = (await links())[0]?.devices[0]
    await api.ask(`DELETE /invigilators/device/${device?.id}`, { token: teacher })
    expect((await admit()).status).toBe(200)
    expect(await admit()).toMatchObject(refusedBy('devices-full'))
  })

  test('is read on the test day alone; for two days more what was ticked on it may be sent', async () => {
    expect(await admit({}, await make(school.moments.other))).toMatchObject(refusedBy('link-not-yet'))
    const token = await admitted()
    const inTime = tickOf('present')
    api.clock.now = TOMORROW - 1
    expect((await read(token)).status).toBe(200)
    api.clock.now = TOMORROW
    expect(await read(token)).toMatchObject(refusedBy('presence-closed'))
    expect(await outcomesOf(token, [inTime, tickOf('absent')])).toEqual(['counted', 'outside'])
    api.clock.now = TOMORROW + 48 * HOUR - 1
    expect(await outcomesOf(token, [inTime])).toEqual(['counted'])
    api.clock.now = TOMORROW + 48 * HOUR
    expect(await send(token, [inTime])).toMatchObject(refusedBy('link-ended'))
    expect(await admit()).toMatchObject(refusedBy('link-ended'))
    teacher = (await api.logIn('teacher@school.test')).token
    const late = await api.ask(`POST /testmoment/${today}/invigilators`, { token: teacher })
    expect(late).toMatchObject({ status: 422, body: { reason: 'testmoment-past' } })
  })

  test('a new one ends the former and its devices; an ended one stays in the list', async () => {
    const token = await admitted()
    const next = await make()
    expect(await read(token)).toMatchObject(refusedBy('link-ended'))
    expect(await admit()).toMatchObject(refusedBy('link-ended'))
    expect((await admit({}, next)).status).toBe(200)
    expect((await api.ask(`DELETE /invigilators/${next.id}`, { token: teacher })).status).toBe(200)
    expect((await links()).map(({ id, ended }) => [id, ended])).toEqual([
      [next.id, 'ended'],
      [link.id, 'ended'],
    ])
  })

  test('two teachers who make one at once leave one', { tags: 'race' }, async () => {
    const again = () => api.ask(`POST /testmoment/${today}/invigilators`, { token: teacher })
    await halfway(database, {
      hold: (trx) => trx.selectFrom('testmoment').select('id').where('id', '=', today).forUpdate().execute(),
      first: again,
      second: again,
    })
    expect((await links()).map(({ ended }) => ended)).toEqual([null, 'ended', 'ended'])
  })

  test('a device that was taken off is refused at once, what it ticked stays, and all of it is in the log', async () => {
    await emptyAuditTrail(database)
    const token = await admitted()
    await outcomesOf(token, [tickOf('late')])
    const device = (await links())[0]?.devices[0]
    const off = () => api.ask(`DELETE /invigilators/device/${device?.id}`, { token: teacher })
    expect(await off()).toMatchObject({ status: 200, body: { entity: { revoked: true, ticks: 1, _links: {} } } })
    expect((await off()).status).toBe(200)
    expect(await read(token)).toMatchObject(refusedBy('device-refused'))
    expect(await outcomesOf(token, [tickOf('absent')])).toEqual(['outside'])
    expect(await admit({ token })).toMatchObject(refusedBy('device-refused'))
    const { kysely } = database
    expect(await kysely.selectFrom('presence').select('status').execute()).toEqual([{ status: 'late' }])
    await api.ask(`DELETE /invigilators/${link.id}`, { token: teacher })
    await make()
    const by = `user ${school.users.teacher}`
    expect(await auditTrail(database)).toEqual([
      `user null presence-noted testmoment ${today}: `,
      `${by} invigilator-removed testmoment ${today}: `,
      `${by} invigilators-ended testmoment ${today}: `,
      `${by} invigilators-linked testmoment ${today}: `,
    ])
  })

  test.for(['device-refused', 'link-ended'] as const)(
    'after %s what was ticked before is taken for 48 hours, and nothing is read',
    async (reason) => {
      const token = await admitted()
      const before = tickOf('present')
      api.clock.now += HOUR / 6
      const end = api.clock.now
      const device = (await links())[0]?.devices[0]
      const ending = reason === 'device-refused' ? `invigilators/device/${device?.id}` : `invigilators/${link.id}`
      expect((await api.ask(`DELETE /${ending}`, { token: teacher })).status).toBe(200)
      expect(await read(token)).toMatchObject(refusedBy(reason))
      const after = tickOf('absent', end)
      expect(await outcomesOf(token, [before, after])).toEqual(['counted', 'outside'])
      const note = { key: randomUUID(), name: 'Daan Mulder', at: iso(end) }
      expect((await send(token, [], [note])).status).toBe(200)
      expect(await database.kysely.selectFrom('walk_in').select('name').execute()).toEqual([{ name: 'Daan Mulder' }])
      expect(await database.kysely.selectFrom('presence').select('status').execute()).toEqual([{ status: 'present' }])
      api.clock.now = end + 48 * HOUR - 1
      expect(await outcomesOf(token, [before])).toEqual(['counted'])
      api.clock.now = end + 48 * HOUR
      expect(await send(token, [before])).toMatchObject(refusedBy(reason))
    },
  )

  test.for(['a device that is taken off', 'a link that ends'] as const)(
    'what is ticked while %s is committed does not count',
    { tags: 'race' },
    async (what) => {
      const token = await admitted()
      const ended = iso(MORNING)
      const answer = await meanwhile(
        database,
        (trx) =>
          what === 'a link that ends'
            ? trx.updateTable('invigilator_link').set({ ended_at: ended }).execute()
            : trx.updateTable('invigilator_device').set({ revoked_at: ended }).execute(),
        () => send(token, [tickOf('present')]),
      )
      expect(answer).toMatchObject({ status: 200, body: { outcomes: ['outside'] } })
      expect(await database.kysely.selectFrom('presence_tick').select('id').execute()).toEqual([])
    },
  )

  test('another token, or the login of a teacher, is no device', async () => {
    await admitted()
    for (const authorization of [`Invigilator ${newToken()}`, `Bearer ${teacher}`, 'Invigilator', ''])
      for (const ask of ['GET /invigilation', 'POST /invigilation/ticks'])
        expect(await api.ask(ask, { headers: { authorization }, body: { ticks: [], walk_ins: [] } })).toMatchObject(
          refusedBy('device-refused'),
        )
  })

  test('still opens after a new key was put beside the one that made it', async () => {
    const folder = temporaryFolder()
    const config = readConfig({ DATA_DIR: folder, WEB_APP: 'none' })
    await start({ config })
    const made = await make()
    const token = newToken()
    expect((await admit({ token }, made)).status).toBe(200)
    writeFileSync(join(folder, 'keys', 'links', '2.key'), `${newToken()}\n`)
    await start({ config })
    expect((await admit({}, made)).status).toBe(200)
    expect((await read(token)).status).toBe(200)
    const shown = { id: made.id, ...(await wordsOf(made.id)) }
    expect(shown.url).not.toBe(made.url)
    expect((await admit({}, shown)).status).toBe(200)
    expect(await admit({ code: shown.code }, made)).toMatchObject(refusedBy('code-wrong'))
  })
})
