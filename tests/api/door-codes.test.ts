import { hash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { FileWriter } from '#api-server/acts/exports/write-apart.ts'
import {
  makeInvigilatorLink,
  readInvigilation,
  readInvigilatorLink,
  readPresence,
  renewDoorCode,
  tickInvigilation,
} from '#contract/presence.calls.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/users.calls.ts'
import { connectionScopes } from '#domain/oeapi/connection.rules.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi, type Token } from '#tests/support/api/test-api.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { writeHere } from '#tests/support/api/write-here.ts'
import { describeOnEachDatabase, describeOnSqlite } from '#tests/support/databases.ts'
import { tokenFor } from './oeapi/oeapi-stage.ts'
import { NOORS_DEVICE, requestAboutNoor, startNoorsSchool } from './support/ask-about-noor.ts'
import { listOperations } from './support/operations.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const created_at = '2026-02-01T09:00:00.000Z'
const iso = (ms: number) => new Date(ms).toISOString()
const hashOf = (code: string) => hash('sha256', Buffer.from(code), 'buffer').subarray(0, 16).toString('base64url')

type Student = 'sam' | 'noor'

describeOnEachDatabase('codes for the door', (open) => {
  const { database, school, api, as, set, add } = openStage(open)
  let today: number
  let rooms: Record<string, number>
  /** enrollments of today */
  let enrolled: Record<Student, number>
  beforeEach(async () => {
    const { kysely } = database
    today = school.moments.open
    rooms = {
      '3.14': await add.room({ name: '3.14', position: 1 }),
      '3.16': await add.room({ name: '3.16', position: 2 }),
    }
    await ask(`PUT /testmoment/${today}/rooms`, {
      entities: ['3.14', '3.16'].map((name) => ({ id: rooms[name], seats: 5 })),
    })
    await kysely
      .updateTable('testmoment')
      .set({ date: '2026-03-10', starts_at: '09:00', ends_at: '10:00', divided_at: created_at })
      .set({ rooms_published_at: created_at })
      .where('id', '=', today)
      .execute()
    await kysely
      .updateTable('testmoment')
      .set({ date: '2026-03-10', starts_at: '13:00', ends_at: '14:00' })
      .where('id', '=', school.moments.other)
      .execute()
    enrolled = { sam: await enroll('sam', '3.14'), noor: await enroll('noor', '3.16') }
  })

  const ask = (operation: string, body?: unknown, token = as.teacher) => api.ask(operation, { token, body })
  const enroll = async (who: Student, room?: string, testmoment_id = today) => {
    const place = { user_id: school.users[who], testmoment_id }
    const { id } = await database.kysely
      .insertInto('enrollment')
      .values({ ...place, module_id: school.modules.ALG, created_at })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (room) await seat(who, room, testmoment_id)
    return id
  }
  const seat = (who: Student, room: string, testmoment_id = today) =>
    database.kysely
      .insertInto('chair')
      .values({ user_id: school.users[who], testmoment_id, room_id: rooms[room] ?? 0 })
      .execute()
  const leave = (who: Student, testmoment_id = today) =>
    database.kysely
      .deleteFrom('enrollment')
      .where('user_id', '=', school.users[who])
      .where('testmoment_id', '=', testmoment_id)
      .execute()

  const statuses = (
    who: Student,
    { as: by = as[who], headers = {} }: { as?: Token; headers?: Record<string, string> } = {},
  ) => api.ask(`GET /user/${school.users[who]}/module-statuses`, { token: by, headers })
  /** what a student's own list says */
  const codeOf = async (who: Student, { as: by = as[who], at = today }: { as?: Token; at?: number } = {}) => {
    const { entities } = listModuleStatuses.reply.parse((await statuses(who, { as: by })).body)
    return entities.flatMap(({ enrollments }) => enrollments[at]?.enrollment.code ?? [])[0]
  }
  const requireCode = async (...asked: Parameters<typeof codeOf>) => z.string().parse(await codeOf(...asked))
  const renew = async (who: Student, testmoment_id = today) => {
    const answer = await ask(`POST /user/${school.users[who]}/door-code`, { testmoment_id }, as[who])
    return { ...answer, code: answer.status === 200 ? renewDoorCode.reply.parse(answer.body).entity.code : undefined }
  }

  /** device of a link for this room, or for all */
  const enter = async (room: string | null) => {
    const made = await ask(`POST /testmoment/${today}/invigilators`, { room_id: room && rooms[room] })
    const { id } = makeInvigilatorLink.reply.parse(made.body).entity
    const { url, code } = readInvigilatorLink.reply.parse((await ask(`GET /invigilators/${id}`)).body)
    const token = randomBytes(32).toString('base64url')
    const body = { link_id: id, secret: url.split('.').at(-1), code, token, name: `Joost ${room}` }
    expect((await api.ask('POST /invigilation', { body })).status).toBe(200)
    return token
  }
  const asInvigilator = (token: Token, body?: unknown) => ({ headers: { authorization: `Invigilator ${token}` }, body })
  const listFor = async (token: Token) =>
    readInvigilation.reply.parse((await api.ask('GET /invigilation', asInvigilator(token))).body)
  const scanOf = (who: Student, scanned: string, at = api.clock.now) => ({
    ...{ key: randomUUID(), enrollment_id: enrolled[who], status: 'present', at: iso(at), scanned },
  })
  const send = async (token: Token, ...ticks: object[]) => {
    const { status, body } = await api.ask('POST /invigilation/ticks', asInvigilator(token, { ticks, walk_ins: [] }))
    return status === 200 ? tickInvigilation.reply.parse(body).outcomes : status
  }
  const listForTeacher = async () => readPresence.reply.parse((await ask(`GET /testmoment/${today}/presence`)).body)
  const entryOf = async (who: Student) =>
    (await listForTeacher()).entities.find(({ enrollment_id }) => enrollment_id === enrolled[who])

  test('stand in a student’s own lists from a week before the moment until its end, under another tag each time', async () => {
    const seen = new Map<string, string | undefined>()
    for (const at of [
      Date.parse('2026-03-02T22:59:59.999Z'),
      Date.parse('2026-03-02T23:00:00.000Z'),
      Date.parse('2026-03-10T22:59:59.999Z'),
      Date.parse('2026-03-10T23:00:00.000Z'),
    ]) {
      api.clock.now = at
      const { headers } = await statuses('sam')
      seen.set(String(headers.etag), await codeOf('sam'))
    }
    expect([...seen.values()].map((code) => code?.length)).toEqual([undefined, 22, 22, undefined])
    expect(seen.size).toBe(4)
    api.clock.now = MORNING
    const moments = await ask(`GET /user/${school.users.sam}/testmoments`, undefined, as.sam)
    expect(listUserTestmoments.reply.parse(moments.body).entities.flatMap(({ enrollments }) => enrollments)).toEqual([
      expect.objectContaining({ code: await codeOf('sam') }),
    ])
  })

  test('are one for all modules of a moment, another at another moment, and nobody else’s', async () => {
    await database.kysely
      .insertInto('enrollment')
      .values({ user_id: school.users.sam, testmoment_id: today, module_id: school.modules.GON, created_at })
      .execute()
    await enroll('sam', undefined, school.moments.other)
    const { entities } = listModuleStatuses.reply.parse((await statuses('sam')).body)
    const codes = entities.flatMap(({ enrollments }) =>
      Object.values(enrollments).map(({ enrollment }) => enrollment.code),
    )
    expect(codes).toHaveLength(3)
    expect(new Set(codes).size).toBe(2)
    expect(codes).not.toContain(await requireCode('noor'))
    expect(await codeOf('sam', { as: as.teacher })).toBeUndefined()
    expect((await statuses('sam', { as: as.noor })).status).toBe(403)
  })

  test('are made anew on request and by leaving, and the list has another tag', async () => {
    const first = await requireCode('sam')
    const { etag } = (await statuses('sam')).headers
    const { code } = await renew('sam')
    expect(code).not.toBe(first)
    expect((await statuses('sam', { headers: { 'if-none-match': String(etag) } })).status).toBe(200)
    expect(await codeOf('sam')).toBe(code)
    await leave('sam')
    expect(await codeOf('sam')).toBeUndefined()
    enrolled.sam = await enroll('sam')
    expect([first, code, undefined]).not.toContain(await codeOf('sam'))
    const { rows } = { rows: await database.kysely.selectFrom('door_code').selectAll().execute() }
    expect(rows).toEqual([{ user_id: school.users.sam, testmoment_id: today, generation: 2, renewed_at: null }])
  })

  test('are made anew for nobody else, nowhere else, and not before or after', async () => {
    expect((await renew('sam', school.moments.other)).status).toBe(404)
    const others = `POST /user/${school.users.noor}/door-code`
    expect((await ask(others, { testmoment_id: today }, as.sam)).status).toBe(403)
    expect((await ask(others, { testmoment_id: today })).status).toBe(403)
    for (const date of ['2026-03-18', '2026-03-09']) {
      await set.moment(today, { date })
      expect([date, (await renew('sam')).status]).toEqual([date, 404])
    }
    expect(await database.kysely.selectFrom('door_code').selectAll().execute()).toEqual([])
  })

  test('are known to a tablet by their hash: with names in its own room, elsewhere only the room or the hour', async () => {
    await enroll('noor', undefined, school.moments.other)
    const [sam, noor, later] = [
      await requireCode('sam'),
      await requireCode('noor'),
      await requireCode('noor', { at: school.moments.other }),
    ]
    const { entities, codes } = await listFor(await enter('3.14'))
    expect(entities.map(({ user_id }) => user_id)).toEqual([school.users.sam])
    expect(codes).toHaveLength(3)
    expect(codes).toEqual(
      expect.arrayContaining([
        { hash: hashOf(sam), user_id: school.users.sam },
        { hash: hashOf(noor), room: '3.16' },
        { hash: hashOf(later), starts_at: '13:00' },
      ]),
    )
    const ofTeacher = await listForTeacher()
    expect(ofTeacher.codes).toContainEqual({ hash: hashOf(noor), user_id: school.users.noor })
    for (const list of [codes, ofTeacher])
      for (const code of [sam, noor, later]) expect(JSON.stringify(list)).not.toContain(code)
  })

  test('are known to a tablet of one room as of somebody without a chair, unnamed, until they get one', async () => {
    await database.kysely.deleteFrom('chair').where('user_id', '=', school.users.noor).execute()
    const hash = hashOf(await requireCode('noor'))
    const token = await enter('3.14')
    const { entities, codes } = await listFor(token)
    expect(entities.map(({ user_id }) => user_id)).toEqual([school.users.sam])
    expect(codes).toContainEqual({ hash, without_chair: true })
    expect((await listFor(await enter(null))).codes).toContainEqual({ hash, user_id: school.users.noor })
    expect(await send(token, scanOf('noor', hash))).toEqual(['unknown'])
    await seat('noor', '3.14')
    expect((await listFor(token)).codes).toContainEqual({ hash, user_id: school.users.noor })
    await leave('noor')
    expect((await listFor(token)).codes.map(({ hash }) => hash)).not.toContain(hash)
  })

  test('tick whoever shows one: the log and the row say that it was by a code', async () => {
    const token = await enter('3.14')
    const [{ etag }] = [(await api.ask('GET /invigilation', asInvigilator(token))).headers]
    expect(await send(token, scanOf('sam', hashOf(await requireCode('sam'))))).toEqual(['counted'])
    expect(await entryOf('sam')).toMatchObject({
      ticked: { status: 'present', who: 'Joost 3.14', by_code: true },
      others: [],
    })
    const noted = { action: 'presence-noted', about: '1 student, door een surveillant, waarvan 1 door een code' }
    expect(await database.kysely.selectFrom('audit').select(['action', 'about']).execute()).toContainEqual(noted)
    expect(
      (
        await api.ask('GET /invigilation', {
          headers: { ...asInvigilator(token).headers, 'if-none-match': String(etag) },
        })
      ).status,
    ).toBe(200)
  })

  test('count for nothing where they are forged, of another moment, of somebody who left, or were made anew before', async () => {
    await enroll('sam', undefined, school.moments.other)
    const token = await enter(null)
    const mine = await requireCode('sam')
    const elsewhere = await requireCode('sam', { at: school.moments.other })
    const noors = await requireCode('noor')
    for (const code of [randomBytes(16).toString('base64url'), elsewhere, noors])
      expect(await send(token, scanOf('sam', hashOf(code)))).toEqual(['unknown'])
    // The code itself is no hash.
    expect(await send(token, scanOf('sam', mine))).toEqual(['unknown'])
    await leave('noor')
    expect(await send(token, scanOf('noor', hashOf(noors)))).toEqual(['unknown'])
    enrolled.noor = await enroll('noor')
    expect(await send(token, scanOf('noor', hashOf(noors)))).toEqual(['unknown'])
    const { code } = await renew('sam')
    expect(await send(token, scanOf('sam', hashOf(mine), api.clock.now + 1))).toEqual(['unknown'])
    expect(await entryOf('sam')).toMatchObject({ ticked: null })
    expect(await send(token, scanOf('sam', hashOf(z.string().parse(code))))).toEqual(['counted'])
  })

  test('that were read before they were made anew count, though the tablet sends it later', async () => {
    const token = await enter('3.14')
    const scan = scanOf('sam', hashOf(await requireCode('sam')))
    api.clock.now += 10 * MINUTE
    await renew('sam')
    expect(await send(token, scan)).toEqual(['counted'])
  })

  test('that two tablets read are both kept, and the row says so until a person has looked', async () => {
    const [one, other] = [await enter(null), await enter('3.14')]
    const scanned = hashOf(await requireCode('sam'))
    const [early, late] = [scanOf('sam', scanned), scanOf('sam', scanned, api.clock.now + 3 * MINUTE)]
    api.clock.now += 10 * MINUTE
    expect(await send(other, late)).toEqual(['counted'])
    expect(await send(one, early)).toEqual(['overruled'])
    expect(await entryOf('sam')).toMatchObject({
      ticked: { at: late.at, by_code: true },
      others: [{ status: 'present', at: early.at, by_code: true }],
    })
    const byHand = { key: randomUUID(), enrollment_id: enrolled.sam, status: 'present', at: iso(api.clock.now) }
    await ask(`POST /testmoment/${today}/presence`, { ticks: [byHand], walk_ins: [] })
    expect(await entryOf('sam')).toMatchObject({ ticked: { at: byHand.at }, others: [] })
    expect(await entryOf('sam')).not.toHaveProperty('ticked.by_code')
  })

  test('lose to a later tick of a person, whichever comes first', async () => {
    const token = await enter('3.14')
    const scan = scanOf('sam', hashOf(await requireCode('sam')))
    const byHand = { key: randomUUID(), enrollment_id: enrolled.sam, status: 'absent', at: iso(api.clock.now + MINUTE) }
    api.clock.now += 10 * MINUTE
    await ask(`POST /testmoment/${today}/presence`, { ticks: [byHand], walk_ins: [] })
    expect(await send(token, scan)).toEqual(['overruled'])
    expect(await entryOf('sam')).toMatchObject({ ticked: { status: 'absent' }, others: [{ status: 'present' }] })
  })

  test('are ticked in no other room, and a tablet that guesses them is stopped', async () => {
    const token = await enter('3.14')
    expect(await send(token, scanOf('noor', hashOf(await requireCode('noor'))))).toEqual(['unknown'])
    const guesses = () => Array.from({ length: 100 }, () => scanOf('sam', randomBytes(16).toString('base64url')))
    expect(await send(token, ...guesses())).toEqual(Array(100).fill('unknown'))
    expect(await send(token, ...guesses())).toBe(429)
    expect(await send(await enter(null), scanOf('sam', hashOf(await requireCode('sam'))))).toEqual(['counted'])
    expect(await entryOf('sam')).toMatchObject({ ticked: { by_code: true } })
  })

  test('stand in no log, no export, no letter, and in one’s data only how often and when they were made anew', async () => {
    const first = await requireCode('sam')
    const { code } = await renew('sam')
    const data = await ask(`GET /user/${school.users.sam}/data`, undefined, as.sam)
    expect(data.body).toMatchObject({ door_codes: [{ generation: 1, renewed_at: iso(api.clock.now) }] })
    const lists = [
      await ask(`GET /testmoment/${today}/enrollments/100`),
      await ask(`GET /user/${school.users.sam}/enrollments/100`),
      await ask(`GET /user/${school.users.sam}`, undefined, as.sam),
      await ask(`GET /user/${school.users.sam}/history`, undefined, as.sam),
    ]
    const outbox = await database.kysely.selectFrom('outbox').selectAll().execute()
    const outcomes = await database.kysely.selectFrom('write_outcome').selectAll().execute()
    const written = JSON.stringify([
      data.body,
      lists.map(({ body }) => body),
      api.logs,
      outbox,
      outcomes,
      await auditTrail(database),
    ])
    for (const each of [first, code, hashOf(first), hashOf(String(code))]) expect(written).not.toContain(each)
    expect(written.length).toBeGreaterThan(1_000)
    await database.kysely.deleteFrom('user').where('id', '=', school.users.sam).execute()
    expect(await database.kysely.selectFrom('door_code').selectAll().execute()).toEqual([])
    expect((await listForTeacher()).codes).toHaveLength(1)
    api.clock.now += DAY
    expect((await listForTeacher()).codes).toEqual([])
  })
})

/** What is written does not depend on the database, so one engine is enough. */
describeOnSqlite('codes and their hashes', (open) => {
  test('are in a student’s own lists and in presence lists, and in no other answer, file, log or table', async () => {
    const database = await open()
    const { kysely } = database
    const files: string[] = []
    const writeFile: FileWriter = (order, rows) => {
      files.push(JSON.stringify(order))
      const noted = async function* (given: NonNullable<typeof rows>) {
        for await (const some of given) {
          files.push(JSON.stringify(some))
          yield some
        }
      }
      return writeHere(order, rows && noted(rows))
    }
    const api = await startTestApi(database, { writeFile })
    const school = await startNoorsSchool(database)
    const { noor: user_id } = school.users
    await kysely.updateTable('testmoment').set({ date: '2026-03-10' }).where('id', '=', school.moments.open).execute()
    const [teacher, noor] = [await api.logIn('teacher@school.test'), await api.logIn('noor@school.test')]
    const readCode = async () => {
      const { body } = await api.ask(`GET /user/${user_id}/testmoments`, { token: noor.token })
      return z.string().parse(JSON.stringify(body).match(/"code":"([\w-]{22})"/)?.[1])
    }
    const first = await readCode()
    const body = { testmoment_id: school.moments.open }
    await api.ask(`POST /user/${user_id}/door-code`, { token: noor.token, body })
    const renewed = await readCode()
    const device = { headers: { authorization: `Invigilator ${NOORS_DEVICE}` } }
    const scan = { key: randomUUID(), enrollment_id: school.enrollment, status: 'present', at: iso(api.clock.now) }
    const ticks = [{ ...scan, scanned: hashOf(renewed) }]
    const sent = await api.ask('POST /invigilation/ticks', { ...device, body: { ticks, walk_ins: [] } })
    expect(sent.body).toMatchObject({ outcomes: ['counted'] })

    const askers = { teacher: { token: teacher.token }, noor: { token: noor.token }, device }
    const found = { code: [] as string[], hash: [] as string[], old: [] as string[] }
    const reads = (await listOperations(api)).filter(({ method, path }) => method === 'GET' && path !== '/live')
    for (const [who, by] of Object.entries(askers))
      for (const operation of reads) {
        const text = JSON.stringify((await api.ask(requestAboutNoor(school, operation).name, by)).body)
        if (text.includes(renewed)) found.code.push(`${who}: ${operation.path}`)
        if (text.includes(hashOf(renewed))) found.hash.push(`${who}: ${operation.path}`)
        if (text.includes(first) || text.includes(hashOf(first))) found.old.push(`${who}: ${operation.path}`)
      }
    expect(found).toEqual({
      code: expect.arrayContaining(['noor: /user/{id}/module-statuses', 'noor: /user/{id}/testmoments']),
      hash: expect.arrayContaining(['teacher: /testmoment/{id}/presence', 'device: /invigilation']),
      old: [],
    })
    expect([found.code.length, found.hash.length]).toEqual([2, 2])

    const token = await tokenFor(api, connectionScopes)
    const toSchools: string[] = []
    const askAsSystem = async (path: string) => {
      const { body } = await api.ask(`GET /oeapi/v6${path}`, { token })
      toSchools.push(JSON.stringify(body))
      return z.object({ items: z.array(z.record(z.string(), z.unknown())) }).safeParse(body).data?.items ?? []
    }
    for (const path of ['/academic-sessions', '/programmes', '/test-components', '/rooms']) await askAsSystem(path)
    for (const { personId } of await askAsSystem('/persons'))
      for (const path of ['', '/test-component-offering-associations']) await askAsSystem(`/persons/${personId}${path}`)
    for (const known of ['noor@school.test', 'associationId']) expect(toSchools.join()).toContain(known)
    // Letters and pushes are written from these tables, by programs that have no key for codes.
    const tables = await kysely.introspection.getTables()
    const stored = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(kysely)))
    const written = [files, api.logs, toSchools, JSON.stringify(stored.map(({ rows }) => rows))].map(String)
    for (const text of written)
      for (const code of [first, renewed]) {
        expect(text.length).toBeGreaterThan(1_000)
        for (const secret of [code, hashOf(code)]) expect(text).not.toContain(secret)
      }
  })
})
