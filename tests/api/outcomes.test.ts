import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { isKeyed, KEY_HEADER } from '#contract/endpoint.ts'
import { createEnrollment } from '#contract/enrollments.calls.ts'
import { operations } from '#contract/operations.ts'
import type { Database } from '#database/engine/open-database.ts'
import { forgetWriteOutcomes } from '#server/outcomes.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi, type TestApi, type Token } from '#tests/support/api/test-api.ts'
import { MORNING, type Module, PASSWORD, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase, describeOnSqlite } from '#tests/support/databases.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { type NoorsSchool, requestAboutNoor, startNoorsSchool } from './support/ask-about-noor.ts'
import { listOperations, type Operation } from './support/operations.ts'

describeOnEachDatabase('a write that carries a key', (open) => {
  const { database, school, api, as, set, place } = openStage(open)
  beforeEach(async () => {
    await database.kysely.deleteFrom('write_outcome').execute()
  })

  const enroll = (key: string, module: Module = 'ALG') =>
    as.sam('POST /enrollment', place('sam', 'open', module), { [KEY_HEADER]: key })
  const addModule = (key: string, name = 'NIEUW') =>
    as.teacher('POST /module', { name, description: '' }, { [KEY_HEADER]: key })
  const outcomeOf = async (key: string, token: Token = as.sam) =>
    (await api.ask(`GET /outcomes/${key}`, { token })).body
  const countOf = async (table: 'enrollment' | 'module') =>
    (await database.kysely.selectFrom(table).select('id').execute()).length

  test('is known as done, and answered alike when it comes again', async () => {
    const [key, other] = [randomUUID(), randomUUID()]
    const first = await enroll(key)
    expect(first.status).toBe(201)
    const { id } = createEnrollment.reply.parse(first.body).entity
    expect(await outcomeOf(key)).toEqual({ outcome: 'done', status: 201, ids: [{ kind: 'enrollment', id }] })
    expect(await enroll(key)).toMatchObject({ status: 201, body: first.body })

    const module = await addModule(other)
    expect(module.status).toBe(201)
    expect(await addModule(other)).toMatchObject({ status: 201, body: module.body })
    expect(await database.kysely.selectFrom('module').select('id').where('name', '=', 'NIEUW').execute()).toHaveLength(
      1,
    )
  })

  test('is answered without what is gone meanwhile, and not done again', async () => {
    const key = randomUUID()
    const { id } = createEnrollment.reply.parse((await enroll(key)).body).entity
    const leaving = { token: as.sam, headers: { [KEY_HEADER]: randomUUID() } }
    expect((await api.ask(`DELETE /enrollment/${id}`, leaving)).status).toBe(200)
    const done = { outcome: 'done', ids: [{ kind: 'enrollment', id }] }
    expect(await enroll(key)).toMatchObject({ status: 208, body: { ...done, status: 201 } })
    expect(await api.ask(`DELETE /enrollment/${id}`, leaving)).toMatchObject({
      status: 208,
      body: { ...done, status: 200 },
    })
    expect(await countOf('enrollment')).toBe(0)
  })

  test('that was asked about before it came is refused when it comes', async () => {
    const [key, other] = [randomUUID(), randomUUID()]
    expect(await outcomeOf(key)).toEqual({ outcome: 'not-received' })
    expect(await outcomeOf(other, as.teacher)).toEqual({ outcome: 'not-received' })
    expect(await enroll(key)).toMatchObject({ status: 409, body: { reason: 'write-too-late' } })
    const modules = await countOf('module')
    expect(await addModule(other)).toMatchObject({ status: 409, body: { reason: 'write-too-late' } })
    expect(await outcomeOf(key)).toEqual({ outcome: 'not-received' })
    expect(await countOf('enrollment')).toBe(0)
    expect(await countOf('module')).toBe(modules)
  })

  test('is done once when it comes twice at once', { tags: 'race' }, async () => {
    const modules = await countOf('module')
    for (const send of [enroll, addModule]) {
      const key = randomUUID()
      const answers = await Promise.all(Array.from({ length: 4 }, () => send(key)))
      for (const { status, body } of answers)
        if (status !== 201) expect({ status, body }).toMatchObject({ status: 409, body: { reason: 'write-running' } })
      expect(answers.map(({ status }) => status)).toContain(201)
      expect((await send(key)).status).toBe(201)
    }
    expect(await countOf('enrollment')).toBe(1)
    expect(await countOf('module')).toBe(modules + 1)
  })

  test('is refused where its key went with something else', async () => {
    const [key, other] = [randomUUID(), randomUUID()]
    await enroll(key)
    expect(await enroll(key, 'GON')).toMatchObject({ status: 422, body: { reason: 'key-reused' } })
    await addModule(other)
    expect(await addModule(other, 'ANDERS')).toMatchObject({ status: 422, body: { reason: 'key-reused' } })
    expect(await countOf('enrollment')).toBe(1)
    expect((await enroll('te kort')).status).toBe(400)
  })

  test('is not done when it is refused, and may be asked for by the same key again', async () => {
    const key = randomUUID()
    const close = (enrollments_enabled: boolean) => set.moment('open', { enrollments_enabled })
    await close(false)
    expect((await enroll(key)).status).toBe(422)
    await close(true)
    expect((await enroll(key)).status).toBe(201)
  })

  test('is known only to the user who sent it, in any session', async () => {
    const key = randomUUID()
    await enroll(key)
    expect(await outcomeOf(key, as.teacher)).toEqual({ outcome: 'not-received' })
    expect(await outcomeOf(key, (await api.logIn('sam@school.test')).token)).toMatchObject({ outcome: 'done' })
  })

  test('may be asked about in vain some hundred times an hour, and as often as one likes where it is known', async () => {
    const done = randomUUID()
    await enroll(done)
    const ask = async (key: string, token: Token = as.sam) => (await api.ask(`GET /outcomes/${key}`, { token })).status
    const statuses = await Promise.all(Array.from({ length: 700 }, () => ask(randomUUID())))
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    api.clock.now += 600_000
    expect(await as.sam(`GET /outcomes/${randomUUID()}`)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '3000' },
    })
    const rows = await database.kysely.selectFrom('write_outcome').select('id').execute()
    expect(rows.length).toBeLessThanOrEqual(1 + 600)
    expect([await ask(done), await ask(randomUUID(), as.teacher)]).toEqual([200, 200])
    for (const key of ['een-sleutel-van-de-student', `${randomUUID()}0`, `1234567890-${randomUUID()}`, '0'.repeat(36)])
      expect([key, await ask(key)]).toEqual([key, 400])
    api.clock.now += 3_600_000
    expect(await ask(randomUUID(), (await api.logIn('sam@school.test')).token)).toBe(200)
  })

  test('leaves its body nowhere, and nothing at all a day later', async () => {
    const [own, other] = [randomUUID(), `mgc1a2b3-${randomUUID()}`]
    await addModule(own, 'HERKENBAAR')
    const feed = { token: as.sam, headers: { [KEY_HEADER]: other } }
    expect((await api.ask(`POST /user/${school.users.sam}/calendar-feed`, feed)).status).toBe(201)
    const rows = await database.kysely.selectFrom('write_outcome').selectAll().orderBy('id').execute()
    expect(rows.map(({ key, status, ids }) => ({ key, status, ids: ids?.replace(/\d+/, '1') ?? null }))).toEqual([
      { key: own, status: 201, ids: '[{"kind":"module","id":1}]' },
      { key: other, status: 201, ids: null },
    ])
    for (const { body_hash } of rows) expect(body_hash).toMatch(/^[\w-]{43}$/)
    const day = 24 * 3_600_000
    expect(await forgetWriteOutcomes(database, { most: 100, now: MORNING + day })).toBe(0)
    expect(await forgetWriteOutcomes(database, { most: 100, now: MORNING + day + 1 })).toBe(2)
  })

  test('one that was done before leaves the others of its batch at the desk alone', async () => {
    const desk = openEnrollmentDesk({ database, clock: () => MORNING })
    const writeOf = (key: string) => ({
      ...{ userId: school.users.sam, key, bodyHash: 'alike', status: 201, ids: [], isKept: false },
      parts: { made: 1, settled: 0 },
    })
    const wish = (module: Module, key: string) => ({
      ...{ wish: 'enroll' as const, by: 'student' as const, user_id: school.users.sam, write: writeOf(key) },
      ...{ testmoment_id: school.moments.open, module_id: school.modules[module] },
    })
    await desk.handle(wish('ALG', 'a'))
    const settled = await Promise.allSettled([
      desk.handle(wish('GON', 'b')),
      desk.handle(wish('ALG', 'a')),
      desk.handle(wish('STA', 'c')),
    ])
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await countOf('enrollment')).toBe(3)
    expect(await database.kysely.selectFrom('write_outcome').select('key').orderBy('key').execute()).toEqual(
      ['a', 'b', 'c'].map((key) => ({ key })),
    )
  })
})

// Each write is asked for in a school of its own, twice.
vi.setConfig({ testTimeout: underLoad(60_000) })

/** Signed-in writes, by the contract and as the document calls them: 'POST /module'. */
const keyedNames = new Set(
  operations
    .filter(({ call }) => isKeyed(call))
    .map(({ call }) => `${call.method} ${call.path.replaceAll(/:(\w+)/g, '{$1}')}`),
)

/** Users who try each write until one may do it; a student asks about themselves. */
const ASKERS = ['teacher', 'noor', 'newcomer'] as const

interface Stage {
  school: NoorsSchool
  token: Token
  api: TestApi
}

/** Bodies with which a write is carried out, where asking about Noor is not enough. */
const sharper: Record<string, (stage: Stage) => Promise<object | undefined> | object> = {
  'POST /user/{id}/validation-mail': ({ school: { database, users } }) =>
    edit(database, users.noor, { activated: false }),
  'PUT /user/{id}/password': () => ({ current_password: PASSWORD }),
  'POST /import/modules': () => ({ text: 'module;omschrijving\nNIEUW;Iets nieuws' }),
  'POST /import/rooms': () => ({ text: 'lokaal;plaatsen\nNIEUW;30' }),
  'POST /import/testmoments': () => ({ text: 'datum\n12-06-2026' }),
  'POST /testmoment/{id}/results/import': ({ school }) =>
    asToday(school, { text: 'e-mail;module;uitslag\nnoor@school.test;ALG;7' }),
  'POST /testmoment/{id}/walk-ins': (stage) => asToday(stage.school),
  'POST /user/{id}/door-code': ({ school }) => asToday(school, { testmoment_id: school.moments.open }),
  'POST /testmoment/{id}/invigilators': () => ({ room_id: null }),
  'PUT /testmoment/{id}/results': ({ school }) =>
    asToday(school, {
      entities: [{ enrollment_id: school.enrollment, version: 0, value: { outcome: 'passed', grade: null } }],
    }),
  'POST /testmoment/{id}/results/publish': async ({ school, api, token }) => {
    await asToday(school)
    const results = `/testmoment/${school.moments.open}/results`
    const entities = [{ enrollment_id: school.enrollment, version: 0, value: { outcome: 'passed', grade: 70 } }]
    await api.ask(`PUT ${results}`, { token, body: { entities } })
    return z
      .object({ confirmation: z.string() })
      .parse((await api.ask(`POST ${results}/preview`, { token, body: {} })).body)
  },
  'POST /testmoment/{id}/division': ({ school }) => withRoom(school),
  'POST /testmoment/{id}/chairs': ({ school }) => withRoom(school),
  'POST /testmoment/{id}/rooms/publication': async ({ school }) => {
    await withRoom(school)
    const { moments, users, room: room_id } = school
    const chair = { testmoment_id: moments.open, user_id: users.noor, room_id }
    await school.database.kysely.insertInto('chair').values(chair).execute()
  },
  'DELETE /schoolyear/{id}': async ({ school: { database, schoolyear: id } }) => {
    const { kysely } = database
    for (const table of ['waiting_entry', 'enrollment', 'invigilator_link', 'walk_in'] as const)
      await kysely.deleteFrom(table).execute()
    await kysely.deleteFrom('testmoment').where('schoolyear_id', '=', id).execute()
    await kysely.updateTable('schoolyear').set({ active: false }).where('id', '=', id).execute()
  },
  'POST /import/{id}/undo': async ({ school: { database, imported, users } }) => {
    const lines = database.kysely.updateTable('import_line').where('import_id', '=', imported)
    await lines.set({ user_id: users.unactivated }).execute()
  },
  'POST /source/decision': async ({ school: { database } }) => {
    const row = { id: 1, phase: 'previewed' as const }
    const insert = database.kysely.insertInto('source').values(row)
    await insert.onConflict((conflict) => conflict.column('id').doUpdateSet(row)).execute()
  },
  'POST /source/people': ({ school }) => withAddressChanged(school),
  'DELETE /user/{id}/totp': ({ school }) => withAuthenticator(school),
  'POST /user/{id}/recovery_codes': ({ school }) => withAuthenticator(school),
}

/** These take a browser's passkey, a code of this minute or a school with a login of its own: the route keeps them as any other. */
const notTried = ['POST /user/{id}/passkeys', 'POST /user/{id}/totp', 'POST /user/{id}/school_login']

async function edit({ kysely }: Database, id: number, change: { activated: boolean }): Promise<undefined> {
  await kysely.updateTable('user').set(change).where('id', '=', id).execute()
}

/** Noor, with another address at the source. */
async function withAddressChanged({ database: { kysely }, users }: NoorsSchool) {
  const source_key = '6f1c0c7d-2b9a-4e35-8a1b-0c7d2b9a4e35'
  const person = {
    ...{ source_key, student_number: '', first_name: '', last_name: '', username: 'anders@school.test' },
    ...{ departments: '[]', is_active: true, page: 1, run: 1, user_id: users.noor },
  }
  await kysely.insertInto('source_person').values(person).execute()
  return { verdict: 'confirm', keys: [source_key] }
}

async function withRoom({ database: { kysely }, moments, room: room_id }: NoorsSchool): Promise<undefined> {
  const row = { testmoment_id: moments.open, room_id, position: 0, seats: 20 }
  await kysely.insertInto('testmoment_room').values(row).execute()
}

async function asToday<Body>({ database: { kysely }, moments }: TestSchool, body?: Body): Promise<Body | undefined> {
  await kysely.updateTable('testmoment').set({ date: '2026-03-10' }).where('id', '=', moments.open).execute()
  return body
}

async function withAuthenticator({ database: { kysely }, users }: TestSchool): Promise<undefined> {
  const at = new Date(MORNING).toISOString()
  await kysely
    .insertInto('totp')
    .values({ user_id: users.noor, secret: 'niets', created_at: at, confirmed_at: at })
    .execute()
}

/** Answer that asks for confirmation, in the address or in the body. */
const asksFirstSchema = z.union([
  z.object({ reason: z.literal('confirmation-needed'), confirmation: z.string() }),
  z.object({ preview: z.object({ confirmation: z.string() }) }),
])

describeOnSqlite('every write of the contract', (open) => {
  let database: Database
  let api: TestApi
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    api = await startTestApi(database)
  })

  /** All rows of the database, without stored outcomes, last uses of sessions, and outcomes of letters. */
  const readState = async () => {
    const { kysely } = database
    const tables = (await kysely.introspection.getTables()).filter(
      ({ name }) => !/^(sqlite|people_search|write_outcome$|session$|outbox$|message_recipient$)/.test(name),
    )
    const read = async ({ name }: { name: string }) =>
      (await sql`select ${sql.lit(name)} as of_table, * from ${sql.table(name)}`.execute(kysely)).rows
    const tasks = await kysely.selectFrom('outbox').select(['id', 'kind', 'payload']).execute()
    const received = await kysely.selectFrom('message_recipient').select(['message_id', 'user_id', 'read_at']).execute()
    return JSON.stringify([tasks, received, await Promise.all(tables.map(read))])
  }

  /** A fresh school, in which this asker does it; confirmed, where the server asks first. */
  const prepare = async (operation: Operation, asker: (typeof ASKERS)[number], asksFirst: boolean) => {
    const noors = await startNoorsSchool(database)
    const school = { ...noors, users: { ...noors.users, ...(asker === 'newcomer' && { noor: noors.users.newcomer }) } }
    const { token } = await api.logIn(`${asker}@school.test`)
    const { name, body } = requestAboutNoor(school, operation)
    const wish = { name, body: { ...body, ...(await sharper[operation.name]?.({ school, token, api })) } }
    const sendBy =
      ({ name: at, body: all }: typeof wish) =>
      (key: string) =>
        api.ask(at, { token, body: all, headers: { [KEY_HEADER]: key } })
    const outcomeOf = async (key: string) => (await api.ask(`GET /outcomes/${key}`, { token })).body
    if (!asksFirst) return { outcomeOf, send: sendBy(wish) }
    const asked = asksFirstSchema.parse((await sendBy(wish)(randomUUID())).body)
    return {
      outcomeOf,
      send: sendBy(
        'preview' in asked
          ? { name, body: { ...wish.body, confirmation: asked.preview.confirmation } }
          : { ...wish, name: `${name}?confirmed=${encodeURIComponent(asked.confirmation)}` },
      ),
    }
  }

  /** Lets an entitled caller carry it out, confirmed where that is required. */
  const carryOut = async (operation: Operation) => {
    const key = randomUUID()
    const answers: unknown[] = []
    for (const asker of ASKERS) {
      const first = await prepare(operation, asker, false)
      const { status, body } = await first.send(key)
      if (status < 300) return { asker, asksFirst: false, key, status, ...first }
      answers.push(body)
      if (!asksFirstSchema.safeParse(body).success) continue
      const second = await prepare(operation, asker, true)
      return { asker, asksFirst: true, key, status: (await second.send(key)).status, ...second }
    }
    throw new Error(`${operation.name} is done for nobody: say in sharper what it takes. ${JSON.stringify(answers)}`)
  }

  test('is known as done once, and never done once it was asked about in vain', async () => {
    const writes = (await listOperations(api)).filter(
      ({ name, guarded, forDevices }) => guarded && !forDevices && keyedNames.has(name) && !notTried.includes(name),
    )
    expect(writes.length).toBeGreaterThan(50)
    for (const operation of writes) {
      const { asker, asksFirst, key, status, ...lost } = await carryOut(operation)
      expect.soft(await lost.outcomeOf(key), operation.name).toMatchObject({ outcome: 'done', status })
      const done = await readState()
      expect.soft([status, 208], `${operation.name}, again`).toContain((await lost.send(key)).status)
      expect.soft((await readState()) === done, `${operation.name} does nothing again`).toBe(true)

      const late = randomUUID()
      const overtaken = await prepare(operation, asker, asksFirst)
      expect.soft(await overtaken.outcomeOf(late), operation.name).toEqual({ outcome: 'not-received' })
      const untouched = await readState()
      expect
        .soft(await overtaken.send(late), `${operation.name}, late`)
        .toMatchObject({ body: { reason: 'write-too-late' } })
      expect.soft((await readState()) === untouched, `${operation.name} does nothing late`).toBe(true)
    }
  })
})
