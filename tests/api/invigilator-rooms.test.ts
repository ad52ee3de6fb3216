import { randomBytes, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import {
  listInvigilatorLinks,
  makeInvigilatorLink,
  readInvigilation,
  readInvigilatorLink,
  readPresence,
  searchInvigilation,
  tickInvigilation,
} from '#contract/presence.calls.ts'
import type { InvigilatorAccess } from '#domain/presence/presence.schema.ts'
import { openStage } from '#tests/support/api/stage.ts'
import type { Token } from '#tests/support/api/test-api.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, meanwhile } from '#tests/support/halfway.ts'

const created_at = '2026-02-01T09:00:00.000Z'
const iso = (ms: number) => new Date(ms).toISOString()
const refusedBy = (reason: string) => ({ status: 403, body: { reason } })

interface Person {
  last_name: string
  room?: string
  seat_number?: number
  extra_time?: boolean
  student_number?: string
  moment?: number
}

describeOnEachDatabase('a link of invigilators for one room', (open) => {
  const { database, school, api, as, set, add } = openStage(open, { loggedIn: ['teacher'] })
  let today: number
  let rooms: Record<string, number>
  /** enrollment ids by last name */
  let enrolled: Record<string, number>
  /** user ids likewise */
  let people: Record<string, number>
  beforeEach(async () => {
    const { kysely } = database
    today = school.moments.open
    rooms = {
      '3.14': await add.room({ name: '3.14', position: 1, remark: 'De sleutel ligt\n bij de receptie.' }),
      '3.16': await add.room({
        name: '3.16',
        position: 2,
        remark: 'Wie extra tijd heeft, zit hier.',
        extra_time: true,
      }),
      Aula: await add.room({ name: 'Aula', position: 3 }),
    }
    for (const moment of [today, school.moments.other])
      await ask(`PUT /testmoment/${moment}/rooms`, {
        entities: ['3.14', '3.16'].map((name) => ({ id: rooms[name], seats: 5 })),
      })
    await kysely
      .updateTable('testmoment')
      .set({ date: '2026-03-10', divided_at: created_at, rooms_published_at: created_at, chairs_numbered: true })
      .where('id', '=', today)
      .execute()
    enrolled = {}
    people = {}
    await seat({ last_name: 'Akker', room: '3.14', seat_number: 1, extra_time: true, student_number: '0910001' })
    await seat({ last_name: 'Bos', room: '3.14', seat_number: 2 })
    await seat({ last_name: "van 't Cósta", room: '3.16', seat_number: 1, student_number: '0912345' })
    await seat({ last_name: 'Drent' })
    await seat({ last_name: 'Elders', room: '3.14', moment: school.moments.other })
  })

  const ask = (operation: string, body?: unknown) => as.teacher(operation, body)
  const seat = async ({ last_name, room, seat_number, moment = today, ...more }: Person) => {
    const username = `${last_name.toLowerCase().replaceAll(/\W/g, '')}@school.test`
    const user_id = await add.user({ username, first_name: 'Noor', last_name, ...more })
    const { kysely } = database
    const place = { user_id, testmoment_id: moment }
    const { id } = await kysely
      .insertInto('enrollment')
      .values({ ...place, module_id: school.modules.ALG, created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (room)
      await kysely
        .insertInto('chair')
        .values({ ...place, room_id: rooms[room] ?? 0, seat_number })
        .execute()
    enrolled[last_name] = id
    people[last_name] = user_id
  }
  const make = async (room: string | null) => {
    const { status, body } = await ask(`POST /testmoment/${today}/invigilators`, { room_id: room && rooms[room] })
    expect(status).toBe(201)
    const { entity } = makeInvigilatorLink.reply.parse(body)
    return { ...entity, ...readInvigilatorLink.reply.parse((await ask(`GET /invigilators/${entity.id}`)).body) }
  }
  const links = async () =>
    listInvigilatorLinks.reply.parse((await ask(`GET /testmoment/${today}/invigilators`)).body).entities
  const admit = async ({ id, url, code }: InvigilatorAccess & { id: number }) => {
    const token = randomBytes(32).toString('base64url')
    const body = { link_id: id, secret: url.split('.').at(-1), code, token, name: 'Joost' }
    expect((await api.ask('POST /invigilation', { body })).status).toBe(200)
    return token
  }
  const enter = async (room: string | null) => admit(await make(room))
  const asInvigilator = (token: Token, body?: unknown) => ({ headers: { authorization: `Invigilator ${token}` }, body })
  const read = async (token: Token) =>
    readInvigilation.reply.parse((await api.ask('GET /invigilation', asInvigilator(token))).body)
  const namesFor = async (token: Token) => (await read(token)).entities.map(({ last_name }) => last_name)
  const send = (token: Token, ids: readonly number[]) => {
    // If two ticks are made at the same instant, either may count.
    api.clock.now += 1_000
    const ticks = ids.map((enrollment_id) => ({
      key: randomUUID(),
      enrollment_id,
      status: 'present',
      at: iso(api.clock.now),
    }))
    return api.ask('POST /invigilation/ticks', asInvigilator(token, { ticks, walk_ins: [] }))
  }
  const outcomesOf = async (token: Token, ids: readonly number[]) =>
    tickInvigilation.reply.parse((await send(token, ids)).body).outcomes
  const search = async (token: Token, words: string) => {
    const { status, body } = await api.ask('POST /invigilation/search', asInvigilator(token, { search: words }))
    expect(status).toBe(200)
    return searchInvigilation.reply.parse(body).rooms
  }
  const idOf = (last_name: string) => enrolled[last_name] ?? 0
  const move = (last_name: string, room: string) =>
    ask(`POST /testmoment/${today}/chairs`, { user_ids: [people[last_name]], room_id: rooms[room] })

  test('reads its own room alone: seats, who may stay longer, and the remark but where it says who gets extra time', async () => {
    const list = await read(await enter('3.14'))
    expect(list).toMatchObject({
      room: { id: rooms['3.14'], name: '3.14', remark: 'De sleutel ligt bij de receptie.' },
      rooms: [],
      entities: [
        { last_name: 'Akker', seat_number: 1, extra_time: true },
        { last_name: 'Bos', seat_number: 2, extra_time: false },
      ],
    })
    const other = await read(await enter('3.16'))
    expect(other).toMatchObject({ room: { name: '3.16', remark: '' }, entities: [{ last_name: "van 't Cósta" }] })
    expect(JSON.stringify(other)).not.toMatch(/extra tijd/i)
  })

  test('ticks its own room alone; a student of another room, another moment or nobody are answered alike', async () => {
    const token = await enter('3.14')
    const ids = [idOf('Bos'), idOf("van 't Cósta"), idOf('Drent'), idOf('Elders'), 2_147_483_647]
    expect(await outcomesOf(token, ids)).toEqual(['counted', 'unknown', 'unknown', 'unknown', 'unknown'])
    const ticked = await database.kysely.selectFrom('presence_tick').select('enrollment_id').execute()
    expect(ticked).toEqual([{ enrollment_id: idOf('Bos') }])
    // The link for all rooms ticks them all.
    const all = await enter(null)
    expect(await outcomesOf(all, ids)).toEqual(['counted', 'counted', 'counted', 'unknown', 'unknown'])
  })

  test('says of who sits in another room only where, asked by whole names or a whole number', async () => {
    const token = await enter('3.14')
    for (const words of ["van 't costa", 'NOOR  Cósta', '0912345', 'Costa, Noor (0912345)'])
      expect(await search(token, words)).toEqual(['3.16'])
    const { body } = await api.ask('POST /invigilation/search', asInvigilator(token, { search: 'costa' }))
    expect(body).toEqual({ rooms: ['3.16'] })
    // Parts of a name, who sits in no other room, another moment's students, and nobody.
    for (const words of ['cost', '091234', 'costa 0910001', 'Bos', 'Drent', 'Elders', 'Niemand', '-', "'"])
      expect(await search(token, words)).toEqual([])
    expect(await search(await enter(null), 'costa')).toEqual([])
  })

  test('says nothing before rooms are published: no list, no search, no outcome of a tick; what was ticked is sent after', async () => {
    const publish = (rooms_published_at: string | null) => set.moment(today, { rooms_published_at })
    const token = await enter('3.14')
    await publish(null)
    const link = await make('3.16')
    const secret = link.url.split('.').at(-1)
    const body = {
      link_id: link.id,
      secret,
      code: link.code,
      token: randomBytes(32).toString('base64url'),
      name: 'Joost',
    }
    expect(await api.ask('POST /invigilation', { body })).toMatchObject(refusedBy('rooms-not-published'))
    for (const answer of [
      await api.ask('GET /invigilation', asInvigilator(token)),
      await api.ask('POST /invigilation/search', asInvigilator(token, { search: 'costa' })),
      await send(token, [idOf('Bos')]),
    ])
      expect(answer).toMatchObject(refusedBy('rooms-not-published'))
    await publish(created_at)
    expect(await api.ask('POST /invigilation', { body })).toMatchObject({ status: 200 })
    expect(await outcomesOf(token, [idOf('Bos')])).toEqual(['counted'])
    expect(await search(token, 'costa')).toEqual(['3.16'])
  })

  test('is held up when it searches as fast as a program, and holds up no other', async () => {
    const token = await enter('3.14')
    const other = await enter('3.16')
    const asked = () => api.ask('POST /invigilation/search', asInvigilator(token, { search: 'costa' }))
    for (let n = 0; n < 30; n++) expect((await asked()).status).toBe(200)
    expect(await asked()).toMatchObject({ status: 429, body: { reason: 'too-many-requests' } })
    expect(await search(other, 'akker')).toEqual(['3.14'])
    expect((await api.ask('GET /invigilation', asInvigilator(token))).status).toBe(200)
  })

  test('refuses a search without words, of a stranger, and once the test day is over or has not come', async () => {
    const token = await enter('3.14')
    for (const body of [
      { search: '' },
      { search: '  ' },
      { search: 'a'.repeat(101) },
      { search: 'a\u0000b' },
      {},
      null,
    ])
      expect((await api.ask('POST /invigilation/search', asInvigilator(token, body))).status).toBe(400)
    const stranger = randomBytes(32).toString('base64url')
    for (const authorization of [`Invigilator ${stranger}`, `Bearer ${await as.teacher.token()}`, ''])
      expect(
        await api.ask('POST /invigilation/search', { headers: { authorization }, body: { search: 'costa' } }),
      ).toMatchObject(refusedBy('device-refused'))
    api.clock.now = Date.parse('2026-03-11T00:00:00+01:00')
    expect(await api.ask('POST /invigilation/search', asInvigilator(token, { search: 'costa' }))).toMatchObject(
      refusedBy('presence-closed'),
    )
  })

  test('a student who is moved leaves one list and enters the other, with what was ticked', async () => {
    const [token, other] = [await enter('3.14'), await enter('3.16')]
    expect(await outcomesOf(token, [idOf('Bos')])).toEqual(['counted'])
    const { headers } = await api.ask('GET /invigilation', asInvigilator(token))
    const again = { headers: { ...asInvigilator(token).headers, 'if-none-match': String(headers.etag) } }
    expect((await api.ask('GET /invigilation', again)).status).toBe(304)
    expect((await move('Bos', '3.16')).status).toBe(200)
    expect((await api.ask('GET /invigilation', again)).status).toBe(200)
    expect(await namesFor(token)).toEqual(['Akker'])
    expect((await read(other)).entities).toMatchObject([
      { last_name: 'Bos', seat_number: expect.any(Number), ticked: { status: 'present', who: 'Joost' } },
      { last_name: "van 't Cósta" },
    ])
    expect(await outcomesOf(token, [idOf('Bos')])).toEqual(['unknown'])
    expect(await outcomesOf(other, [idOf('Bos')])).toEqual(['counted'])
  })

  test('a tick that waits while the student is moved is not taken any more', { tags: 'race' }, async () => {
    const token = await enter('3.14')
    const answer = await meanwhile(
      database,
      async (trx) => {
        await trx.selectFrom('testmoment').select('id').where('id', '=', today).forUpdate().execute()
        await trx
          .updateTable('chair')
          .set({ room_id: rooms['3.16'] ?? 0, seat_number: 3 })
          .where('user_id', '=', people.Bos ?? 0)
          .execute()
      },
      () => send(token, [idOf('Bos')]),
    )
    expect(answer).toMatchObject({ status: 200, body: { outcomes: ['unknown'] } })
    expect(await database.kysely.selectFrom('presence_tick').select('id').execute()).toEqual([])
  })

  test('exists beside those for other rooms and for all; a new one ends that of its own room', {
    tags: 'race',
  }, async () => {
    const all = await make(null)
    const first = await make('3.14')
    const other = await make('3.16')
    const token = await admit(first)
    const second = await make('3.14')
    expect((await links()).map(({ id, room, ended }) => [id, room?.name ?? null, ended])).toEqual([
      [second.id, '3.14', null],
      [other.id, '3.16', null],
      [first.id, '3.14', 'ended'],
      [all.id, null, null],
    ])
    expect(await api.ask('GET /invigilation', asInvigilator(token))).toMatchObject(refusedBy('link-ended'))
    const make3 = () => ask(`POST /testmoment/${today}/invigilators`, { room_id: rooms['3.14'] })
    const hold = { hold: holdMoment, first: make3, second: make3 }
    await halfway(database, hold)
    expect((await links()).filter(({ ended }) => ended === null).map(({ room }) => room?.name ?? null)).toEqual([
      '3.14',
      '3.16',
      null,
    ])
  })
  const holdMoment: Parameters<typeof halfway>[1]['hold'] = (trx) =>
    trx.selectFrom('testmoment').select('id').where('id', '=', today).forUpdate().execute()

  test('is refused for a room that the moment does not have, or that nobody has', async () => {
    const { kysely } = database
    await kysely.deleteFrom('testmoment_room').where('testmoment_id', '=', school.moments.other).execute()
    const path = `POST /testmoment/${school.moments.other}/invigilators`
    for (const room_id of [rooms['3.14'], rooms.Aula, 2_147_483_647])
      expect(await ask(path, { room_id })).toMatchObject({ status: 422, body: { reason: 'room-unknown' } })
    for (const room_id of [0, -1, 2 ** 53, '3', undefined]) expect((await ask(path, { room_id })).status).toBe(400)
    expect((await ask(path, { room_id: null })).status).toBe(201)
    expect((await ask(path)).status).toBe(201)
  })

  test('ends when its room is taken from the moment: nothing is read, ticked or searched, and the room stays in the log', async () => {
    const token = await enter('3.16')
    const kept = await enter('3.14')
    const removal = `PUT /testmoment/${today}/rooms`
    const entities = [{ id: rooms['3.14'], seats: 5 }]
    expect((await ask(`${removal}`, { entities })).status).toBe(409)
    const { body } = await ask(removal, { entities })
    const confirmed = Object(body).confirmation ?? Object(body).preview?.confirmation
    expect((await ask(`${removal}?confirmed=${confirmed}`, { entities })).status).toBe(200)
    for (const [operation, said] of [
      ['GET /invigilation', undefined],
      ['POST /invigilation/search', { search: 'akker' }],
    ] as const)
      expect(await api.ask(operation, asInvigilator(token, said))).toMatchObject(refusedBy('link-ended'))
    expect(await outcomesOf(token, [idOf("van 't Cósta"), idOf('Bos')])).toEqual(['unknown', 'unknown'])
    expect(await namesFor(kept)).toEqual(['Akker', 'Bos'])
    expect((await links()).map(({ room, ended }) => [room?.name, ended])).toEqual([
      ['3.14', null],
      ['3.16', 'room-removed'],
    ])
    expect(await ask(`POST /testmoment/${today}/invigilators`, { room_id: rooms['3.16'] })).toMatchObject({
      body: { reason: 'room-unknown' },
    })
    // A link without its room would be one for all of them.
    await database.kysely
      .deleteFrom('testmoment_room')
      .where('room_id', '=', rooms['3.16'] ?? 0)
      .execute()
    expect(await ask(`DELETE /room/${rooms['3.16']}`)).toMatchObject({ body: { reason: 'room-in-use' } })
    expect(await database.kysely.selectFrom('presence_tick').select('id').execute()).toEqual([])
  })

  test('is let through no more once it is ended or its device is taken off', async () => {
    const link = await make('3.14')
    const [token, other] = [await admit(link), await admit(link)]
    const device = (await links())[0]?.devices[0]
    expect((await ask(`DELETE /invigilators/device/${device?.id}`)).status).toBe(200)
    expect(await api.ask('POST /invigilation/search', asInvigilator(token, { search: 'costa' }))).toMatchObject(
      refusedBy('device-refused'),
    )
    expect((await ask(`DELETE /invigilators/${link.id}`)).status).toBe(200)
    expect(await api.ask('POST /invigilation/search', asInvigilator(other, { search: 'costa' }))).toMatchObject(
      refusedBy('link-ended'),
    )
    expect(await outcomesOf(token, [idOf("van 't Cósta")])).toEqual(['unknown'])
    const lines = await database.kysely
      .selectFrom('audit')
      .select(['action', 'about'])
      .where('action', 'like', 'invigilator%')
      .orderBy('id')
      .execute()
    expect(lines).toEqual(
      ['invigilators-linked', 'invigilator-removed', 'invigilators-ended'].map((action) => ({
        action,
        about: 'Zaal 3.14',
      })),
    )
  })

  test('sees names that were noted in its own room; teachers see all, and where', async () => {
    const tokens = { '3.14': await enter('3.14'), '3.16': await enter('3.16'), all: await enter(null) }
    for (const [name, token] of Object.entries(tokens)) {
      const walk_ins = [{ key: randomUUID(), name: `Bij ${name}`, at: iso(MORNING) }]
      expect((await api.ask('POST /invigilation/ticks', asInvigilator(token, { ticks: [], walk_ins }))).status).toBe(
        200,
      )
    }
    const noted = async (token: Token) => (await read(token)).walk_ins.map(({ name }) => name)
    expect(await noted(tokens['3.14'])).toEqual(['Bij 3.14'])
    expect(await noted(tokens.all)).toEqual(['Bij 3.14', 'Bij 3.16', 'Bij all'])
    const seen = readPresence.reply.parse((await ask(`GET /testmoment/${today}/presence`)).body)
    expect(seen.walk_ins.map(({ room_id }) => room_id)).toEqual([rooms['3.14'], rooms['3.16'], null])

    // Enrolled after all, they sit where they were noted or the teacher has them, while there is a chair.
    const walkIn = async (last_name: string, more: { walk_in_id?: number; room_id?: number }) => {
      const education_department_id = school.departmentId
      const user_id = await add.user({
        username: `${last_name}@school.test`,
        last_name,
        education_department_id,
      })
      const { status } = await ask(`POST /testmoment/${today}/walk-ins`, {
        ...{ user_id, module_id: school.modules.ALG },
        ...more,
      })
      expect(status).toBe(201)
      const { entities } = readPresence.reply.parse((await ask(`GET /testmoment/${today}/presence`)).body)
      return entities.find((one) => one.user_id === user_id)?.room_id
    }
    const [in14, in16, inAll] = seen.walk_ins.map(({ id }) => ({ walk_in_id: id }))
    expect(await walkIn('eerste', { ...in16, room_id: rooms['3.14'] })).toBe(rooms['3.16'])
    expect(await walkIn('tweede', { ...inAll, room_id: rooms['3.16'] })).toBe(rooms['3.16'])
    expect(await walkIn('derde', { room_id: rooms['3.16'] })).toBe(rooms['3.16'])
    expect(await walkIn('vierde', { room_id: rooms.Aula })).toBe(rooms['3.14'])
    expect(await walkIn('vijfde', { ...in14 })).toBe(rooms['3.14'])
    expect(await walkIn('zesde', { room_id: rooms['3.16'] })).toBe(rooms['3.16'])
    expect(await walkIn('zevende', { room_id: rooms['3.16'] })).toBe(rooms['3.14'])
    expect(await walkIn('achtste', { room_id: rooms['3.14'] })).toBe(null)
    for (const room_id of [0, -1, 2 ** 53, '3', null])
      expect(
        await ask(`POST /testmoment/${today}/walk-ins`, { user_id: people.Bos, module_id: 1, room_id }),
      ).toMatchObject({
        status: 400,
      })
  })

  test('beside it, teachers see rooms and chairs once the moment is divided, the link for all rooms once they are published', async () => {
    const all = await enter(null)
    const presence = async () => readPresence.reply.parse((await ask(`GET /testmoment/${today}/presence`)).body)
    const chairs = ({ entities }: { entities: { room_id: number | null; seat_number: number | null }[] }) =>
      entities.map(({ room_id, seat_number }) => [room_id, seat_number])
    const here = [rooms['3.14'], rooms['3.14'], rooms['3.16'], null].map((id, at) => [id, [1, 2, 1, null][at]])
    const none = Array.from({ length: 4 }, () => [null, null])
    const shown = ['3.14', '3.16'].map((name) => ({ id: rooms[name], name }))
    const set = (fields: { divided_at?: string | null; rooms_published_at?: string | null }) =>
      database.kysely.updateTable('testmoment').set(fields).where('id', '=', today).execute()
    await set({ rooms_published_at: null })
    expect(await presence()).toMatchObject({ room: null, rooms: shown })
    expect(chairs(await presence())).toEqual(here)
    expect(await read(all)).toMatchObject({ room: null, rooms: [], entities: [{ extra_time: true }, {}, {}, {}] })
    expect(chairs(await read(all))).toEqual(none)
    await set({ rooms_published_at: created_at })
    expect(await read(all)).toMatchObject({ rooms: shown })
    expect(chairs(await read(all))).toEqual(here)
    await set({ divided_at: null, rooms_published_at: null })
    expect(await presence()).toMatchObject({ rooms: [] })
    expect(chairs(await presence())).toEqual(none)
  })
})
