import { tmpdir } from 'node:os'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { assignDepartment } from '#api-server/acts/department-switch/department-switch.ts'
import { applyPeople } from '#api-server/acts/source/apply-people.ts'
import { type AssessedPerson, assessPeople } from '#api-server/acts/source/assess-people.ts'
import { decideOnRun, describeSource, editSettings, hurry, requestRun } from '#api-server/acts/source/control-source.ts'
import { giveVerdict, previewVerdict } from '#api-server/acts/source/judge-people.ts'
import { pageSourcePeople } from '#api-server/acts/source/page-people.ts'
import { tryToReadSource } from '#api-server/acts/source/source.routes.ts'
import { workOnSource } from '#api-server/acts/source/source-run.ts'
import { requireFreeName } from '#api-server/facts/school-names.ts'
import { forgetOldLetters } from '#api-server/letters.ts'
import { writeAddressChangedLetter } from '#api-server/logins/login-letters.ts'
import { openTicket } from '#api-server/logins/tickets.ts'
import { lockSchool } from '#api-server/platform/locks.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Tables } from '#database/tables.ts'
import { SOURCE } from '#domain/audit/audit.texts.ts'
import {
  type SourceSettings,
  sourceLineSchema,
  sourceStateSchema,
  verdictPlanSchema,
} from '#domain/source/source.schema.ts'
import { findable } from '#domain/users/search.rules.ts'
import { readConfig } from '#server/config.ts'
import { problem, type ServedPerson, served, uuidOf } from '#tests/support/api/source-server.ts'
import { startSourceServer } from '#tests/support/api/start-source-server.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { addUser, MORNING, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { halfway, holdUser, meanwhile } from '#tests/support/halfway.ts'
import { validateByStandard } from './oeapi/oeapi-stage.ts'
import { isInStandard } from './support/in-standard.ts'
import { interleaved } from './support/interleaved.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const usual = { session_code: null, number_code_type: 'student_number', programme_codes: [], module_codes: [] }

describeOnEachDatabase('following the school’s own system', (open) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  /** A school, and a source whose students all study there, with a clock that only these tests move. */
  async function start(people: ServedPerson[], programme = { code: 'TEC', name: 'Techniek' }) {
    const school = await startTestSchool(database)
    for (const table of ['source', 'source_person', 'source_page', 'audit', 'outbox'] as const)
      await database.kysely.deleteFrom(table).execute()
    const studies = new Map(people.map(({ personId }) => [personId, programme.code]))
    const source = await startSourceServer({ people, studies, programmes: [programme] })
    // They followed a source before first runs waited for a teacher.
    await database.kysely.insertInto('source').values({ id: 1, followed_origin: '' }).execute()
    const clock = { now: MORNING }
    const warnings: unknown[] = []
    const log = { warn: (...said: unknown[]) => warnings.push(said), info: () => undefined }
    const desk = { database, source: source.config, clock: () => clock.now, log, pause: async () => undefined }
    const work = (signal = new AbortController().signal) => workOnSource(desk, signal)
    /** the run of the next night */
    const night = async () => {
      clock.now += DAY
      await work()
      return state()
    }
    const asking = { database, source: { config: source.config, wake: () => undefined }, clock: () => clock.now }
    const { teacher } = school.users
    const settle = (settings: Partial<SourceSettings> = {}) => editSettings(asking, { ...usual, ...settings }, teacher)
    /** a run that a teacher asks for */
    const fetched = async () => {
      await requestRun(asking, teacher)
      await work()
      return state()
    }
    const carryOut = async () => {
      const { confirmation } = await describeSource(asking)
      await decideOnRun(asking, { decision: 'apply', confirmation: confirmation ?? '' }, teacher)
      await work()
      return state()
    }
    return { school, source, clock, desk, asking, warnings, work, night, settle, fetched, carryOut }
  }

  const state = async () => {
    const row = await database.kysely.selectFrom('source').selectAll().executeTakeFirstOrThrow()
    return { ...row, counts: JSON.parse(row.counts ?? 'null') }
  }
  const userBy = (username: string) =>
    database.kysely.selectFrom('user').selectAll().where('username', '=', username).executeTakeFirst()
  const numbered = ({ users }: TestSchool, number: string | null) =>
    database.kysely.updateTable('user').set({ student_number: number }).where('id', '=', users.sam).execute()

  /** All rows of the school and of people, without the copy of the source. */
  async function everything(): Promise<unknown> {
    const tables = await database.kysely.introspection.getTables()
    const contents: [string, unknown][] = []
    for (const { name } of tables.filter((table) => !/^(source|kysely|sqlite)/.test(table.name)))
      contents.push([
        name,
        await database.kysely
          .selectFrom(name as keyof Tables)
          .selectAll()
          .execute(),
      ])
    return contents
  }

  test('the first run follows who is known by number, and makes accounts of the others', async () => {
    const { school, night } = await start([
      served('111', { givenName: 'Samira', surnamePrefix: 'van den', surname: 'Berg', email: 'sam@school.test' }),
      served('222', { givenName: 'Voor\u0000222', surname: 'Achter222\u0000' }),
      served('333', { email: null }),
      served('444', { email: 'noor@school.test' }),
    ])
    await numbered(school, '111')
    const after = await night()
    expect(after).toMatchObject({ phase: 'done', fault: null })
    expect(after.counts).toMatchObject({
      people: 4,
      followed: 2,
      added: 1,
      changed: 1,
      gone: 0,
      waiting: 1,
      remarked: 1,
    })
    expect(await userBy('sam@school.test')).toMatchObject({ first_name: 'Samira', last_name: 'van den Berg' })
    expect(await userBy('s222@school.test')).toMatchObject({
      first_name: 'Voor222',
      student_number: '222',
      roles: 'ROLE_STUDENT',
      education_department_id: school.departmentId,
      activated: false,
      activation_nonce: null,
    })
    // Nobody is matched by address alone: a teacher must confirm it.
    expect(await userBy('noor@school.test')).toMatchObject({ student_number: null, first_name: 'Sam' })
    const log = await database.kysely
      .selectFrom('audit')
      .select(['action', 'resource', 'actor_id', 'connection'])
      .execute()
    expect(log).toContainEqual({ action: 'imported', resource: 'user', actor_id: null, connection: SOURCE })
    expect(log).toContainEqual({ action: 'edited', resource: 'user', actor_id: null, connection: SOURCE })
  })

  test('a run without a change in a school of 5,000 writes nothing here, and no page is sent again', async () => {
    const people = Array.from({ length: 5_000 }, (_, index) => served(String(10_000 + index)))
    const { source, night, carryOut } = await start(people)
    // Programmes of ours are those of one in twenty; all others get no account.
    source.school.studies = new Map(
      people.filter((_, index) => index % 20 === 7).map(({ personId }) => [personId, 'TEC']),
    )
    expect(await night()).toMatchObject({ phase: 'braked', counts: { people: 250, added: 250 } })
    await carryOut()
    const before = await everything()
    source.asked.length = 0
    source.unchanged = 0
    const after = await night()
    expect(after).toMatchObject({ phase: 'done', run: 2, counts: { followed: 250, added: 0, changed: 0, gone: 0 } })
    expect(await everything()).toEqual(before)
    expect(source.unchanged).toBe(20)
  })

  /** What the copy holds of people and pages: bookkeeping, of which a night without a change writes nothing. */
  const bookkeeping = async () => [
    await database.kysely.selectFrom('source_person').selectAll().orderBy('source_key').execute(),
    await database.kysely.selectFrom('source_page').selectAll().orderBy('page').execute(),
  ]

  test('a night without a change writes no row of the copy and asks no page more, whether the source has tags or not', async () => {
    const people = Array.from({ length: 600 }, (_, index) => served(String(10_000 + index)))
    const { source, night, carryOut } = await start(people)
    await night()
    await carryOut()
    const pages = () => source.asked.filter((asked) => asked.includes('/persons?')).length
    for (const hasTags of [true, false]) {
      if (!hasTags)
        source.instead = (request) => {
          delete request.headers['if-none-match']
          return false
        }
      await night()
      const before = await bookkeeping()
      for (let nights = 0; nights < 3; nights += 1) {
        source.asked.length = 0
        source.unchanged = 0
        expect((await night()).counts).toMatchObject({ followed: 600, changed: 0, gone: 0 })
        expect(pages()).toBe(3)
        expect(source.unchanged).toBe(hasTags ? 3 : 0)
        expect(await bookkeeping()).toEqual(before)
      }
    }
    // Somebody new on a page that was the last and full, and somebody gone from the first.
    source.instead = undefined
    for (let index = 0; index < 151; index += 1) source.school.people.push(served(String(20_000 + index)))
    for (const { personId } of source.school.people) source.school.studies.set(personId, 'TEC')
    source.school.people.shift()
    expect((await night()).counts).toMatchObject({ added: 151, gone: 1 })
    await carryOut()
    await night()
    source.asked.length = 0
    expect((await night()).counts).toMatchObject({ added: 0, gone: 1 })
    expect(pages()).toBe(3)
    expect(source.school.people).toHaveLength(750)
    source.school.people.push(served('30000'))
    source.school.studies.set(served('30000').personId, 'TEC')
    expect((await night()).counts).toMatchObject({ added: 1, gone: 1 })
  })

  test('an association of somebody who is no active student, or in no list, keeps no page from being believed', async () => {
    const people = Array.from({ length: 300 }, (_, index) => served(String(10_000 + index)))
    const { source, night, carryOut } = await start(people)
    const former = people[7]
    if (former) former.activeEnrolment = false
    const elsewhere = served('99999')
    source.school.studies.set(elsewhere.personId, 'TEC')
    expect((await night()).counts).toMatchObject({ people: 299, added: 299, waiting: 0, remarked: 0 })
    await carryOut()
    await night()
    const before = await bookkeeping()
    source.unchanged = 0
    expect((await night()).counts).toMatchObject({ people: 299, followed: 299, gone: 0 })
    expect(source.unchanged).toBe(2)
    expect(await bookkeeping()).toEqual(before)
    // They become students, and the other's association ends: then there is nobody to know of.
    if (former) former.activeEnrolment = true
    source.school.studies.delete(elsewhere.personId)
    expect((await night()).counts).toMatchObject({ people: 300, added: 1 })
    expect(
      await database.kysely.selectFrom('source_person').select('source_key').where('page', '<', 1).execute(),
    ).toEqual([])
  })

  test('new ids of the same people in the source are nobody gone, and stop no run', async () => {
    const people = Array.from({ length: 60 }, (_, index) => served(String(10_000 + index)))
    const { source, night, carryOut } = await start(people)
    expect((await night()).counts).toMatchObject({ added: 60 })
    await carryOut()
    const before = await everything()
    source.school.studies.clear()
    for (const person of source.school.people) {
      person.personId = uuidOf(`anew ${person.primaryCode.code}`)
      source.school.studies.set(person.personId, 'TEC')
    }
    // One of them left at the same time.
    source.school.people.pop()
    expect(await night()).toMatchObject({ phase: 'done', counts: { added: 0, changed: 0, gone: 1 } })
    expect((await night()).counts).toMatchObject({ followed: 60, added: 0, changed: 0, gone: 1 })
    expect(await everything()).toEqual(before)
  })

  test('another code for the student number is read again of pages that did not change', async () => {
    // One that has no value is no reason to read none of them.
    const otherCodes = [
      { codeType: 'eckid', code: null },
      { codeType: 'studielink', code: '9111' },
    ]
    const { school, desk, night } = await start([served('111', { otherCodes })])
    await night()
    const { clock } = desk
    const settings = { session_code: null, number_code_type: 'studielink', programme_codes: [], module_codes: [] }
    await editSettings({ database, source: undefined, clock }, settings, school.users.teacher)
    expect((await night()).counts).toMatchObject({ changed: 1 })
    expect(await userBy('s111@school.test')).toMatchObject({ student_number: '9111' })
  })

  test('a source that says of each page that it did not change is believed at night, and not when a teacher asks', async () => {
    const { school, source, desk, work, night } = await start([served('111')])
    await night()
    source.instead = (request, response, path) => {
      if (path !== '/persons' || request.headers['if-none-match'] === undefined) return false
      response.writeHead(304).end()
      return true
    }
    for (const person of source.school.people) person.givenName = 'Anders'
    expect((await night()).counts).toMatchObject({ changed: 0 })
    const asking = { database, source: { config: desk.source, wake: () => undefined }, clock: desk.clock }
    await requestRun(asking, school.users.teacher)
    await work()
    expect(await state()).toMatchObject({ phase: 'previewed', counts: { changed: 1 } })
  })

  describe('the first run', () => {
    /** A school that follows nobody yet. */
    async function startNew(people: ServedPerson[]) {
      const stage = await start(people)
      await database.kysely.deleteFrom('source').execute()
      return stage
    }
    const thirty = () => Array.from({ length: 30 }, (_, index) => served(String(1_000 + index)))

    test('needs a teacher: nothing is asked of the source before, and nothing changes before it is carried out', async () => {
      const { source, asking, work, night, settle, fetched, carryOut } = await startNew(thirty())
      const before = await everything()
      await work()
      expect(await night()).toMatchObject({ phase: 'never' })
      // Not even by hand, before what is read was chosen.
      expect((await describeSource(asking))._links).not.toHaveProperty('run')
      expect(await fetched()).toMatchObject({ phase: 'never' })
      expect(source.asked).toEqual([])
      expect(await everything()).toEqual(before)

      await settle()
      expect(await night()).toMatchObject({ phase: 'never' })
      expect(source.asked).toEqual([])
      expect(await fetched()).toMatchObject({ phase: 'previewed', counts: { added: 30 } })
      expect(await describeSource(asking)).toMatchObject({ is_first: true, phase: 'previewed' })
      expect(await night()).toMatchObject({ phase: 'previewed', run: 1 })
      expect(await userBy('s1000@school.test')).toBeUndefined()
      expect(await carryOut()).toMatchObject({ phase: 'done', counts: { added: 30 } })
      expect(await userBy('s1000@school.test')).toBeDefined()
      expect(await describeSource(asking)).toMatchObject({ is_first: false, is_stale: false })

      // From then on each night, with the brake.
      expect(await night()).toMatchObject({ phase: 'done', run: 2 })
      for (let number = 2_000; number < 2_021; number++) {
        const person = served(String(number))
        source.school.people.push(person)
        source.school.studies.set(person.personId, 'TEC')
      }
      expect(await night()).toMatchObject({ phase: 'braked', counts: { added: 21 } })
    })

    test.for([
      ['seven days', async ({ clock }) => void Object.assign(clock, { now: clock.now + 7 * DAY + 1 })],
      ['other codes', ({ settle }) => settle({ module_codes: ['VEC'] })],
      ['another session', ({ settle }) => settle({ session_code: '2024-2025' })],
      [
        'another address',
        async ({ source }) => void Object.assign(source.config, { url: `${source.config.url}/anders` }),
      ],
      [
        'another active school year',
        async () => void (await database.kysely.updateTable('schoolyear').set({ active: false }).execute()),
      ],
    ] as const satisfies [string, (stage: Awaited<ReturnType<typeof start>>) => Promise<void>][])(
      'is void after %s',
      async ([, change]) => {
        const stage = await startNew(thirty())
        await stage.settle()
        await stage.fetched()
        const { confirmation } = await describeSource(stage.asking)
        await change(stage)
        expect(await describeSource(stage.asking)).toMatchObject({ phase: 'void', confirmation: null })
        const decided = decideOnRun(
          stage.asking,
          { decision: 'apply', confirmation: confirmation ?? '' },
          stage.school.users.teacher,
        )
        await expect(decided).rejects.toMatchObject({ reason: 'plan-changed' })
        expect(await stage.night()).toMatchObject({ phase: 'void', run: 1 })
        expect(await userBy('s1000@school.test')).toBeUndefined()
      },
    )

    test('is void when the accounts are no longer those that it was judged by; a verdict of a teacher is none of these', async () => {
      const people = [
        ...thirty(),
        served('222', { email: 'noor@school.test' }),
        served('333', { email: 'sam@school.test' }),
      ]
      const { school, clock, settle, fetched, carryOut } = await startNew(people)
      await settle()
      expect(await fetched()).toMatchObject({ counts: { added: 30, waiting: 2 } })
      const { kysely } = database
      const names = { first_name: '', last_name: '', student_number: '1000' }
      const user = findable({ username: 'al.hier@school.test', ...names })
      const created_at = new Date(MORNING).toISOString()
      await kysely
        .insertInto('user')
        .values({ ...user, roles: 'ROLE_STUDENT', created_at })
        .execute()
      expect(await carryOut()).toMatchObject({ phase: 'void' })
      expect(await userBy('s1001@school.test')).toBeUndefined()

      expect(await fetched()).toMatchObject({ counts: { added: 29, changed: 1, waiting: 2 } })
      const verdicts = { database, clock: () => clock.now, letters: { wake: () => undefined } }
      for (const [verdict, number] of [
        ['confirm', '222'],
        ['reject', '333'],
      ] as const) {
        const wish = { verdict, keys: [uuidOf(`person ${number}`)] }
        const { confirmation } = await previewVerdict(verdicts, wish)
        await giveVerdict(verdicts, { ...wish, confirmation: confirmation ?? '' }, school.users.teacher)
      }
      expect(await state()).toMatchObject({ counts: { waiting: 0, remarked: 1, followed: 2 } })
      expect(await carryOut()).toMatchObject({ phase: 'done' })
      expect(await userBy('s1001@school.test')).toBeDefined()
    })

    test('comes again with another address of the source; what is followed stays as it is until then', async () => {
      const { source, asking, night, settle, fetched, carryOut } = await startNew([served('111')])
      await settle()
      await fetched()
      await carryOut()
      source.config.url = source.config.url.replace('127.0.0.1', 'localhost')
      source.asked.length = 0
      expect(await night()).toMatchObject({ phase: 'done', run: 1 })
      expect(source.asked).toEqual([])
      expect(await describeSource(asking)).toMatchObject({ is_first: true, is_stale: false })
      // A teacher chose for the other address.
      expect((await describeSource(asking))._links).not.toHaveProperty('run')
      await settle()
      expect(await fetched()).toMatchObject({ phase: 'previewed' })
    })

    test('is none where accounts follow a source already: it goes on in the night', async () => {
      const { asking, clock, night, work } = await start([served('111')])
      expect(await describeSource(asking)).toMatchObject({ is_first: false })
      expect(await night()).toMatchObject({ phase: 'done', run: 1 })
      clock.now += 26 * HOUR
      expect(await describeSource(asking)).toMatchObject({ is_stale: true })
      await work()
      expect(await describeSource(asking)).toMatchObject({ is_stale: false })
    })
  })

  test('lists show everybody who is counted, in the order of names, also the few among thousands', async () => {
    const people = Array.from({ length: 2_600 }, (_, index) =>
      served(String(10_000 + index), { surname: `Naam ${(index * 7) % 2_600}` }),
    )
    const { clock, fetched } = await start(people)
    for (const person of people.slice(2_500, 2_503)) person.email = 'noor@school.test'
    for (const person of people.slice(0, 5)) person.email = null
    const found = await fetched()
    const counted = {
      changes: found.counts.added,
      waiting: found.counts.waiting,
      gone: 0,
      remarks: found.counts.remarked,
    }
    expect(counted).toEqual({ changes: 2_592, waiting: 3, gone: 0, remarks: 5 })
    for (const show of ['changes', 'waiting', 'gone', 'remarks'] as const) {
      const names: string[] = []
      for (let after: string | undefined; ; ) {
        const { entities, next } = await pageSourcePeople(database.kysely, { show, after }, clock.now)
        names.push(...entities.map(({ name }) => name.replace(/^\S+ /, '')))
        if (next === undefined) break
        expect(entities, show).toHaveLength(50)
        after = next
      }
      expect(names, show).toHaveLength(counted[show])
      expect(names).toEqual(names.toSorted((one, other) => Number(one.slice(5)) - Number(other.slice(5))))
    }
  })

  test('a teacher gives a run whose process is gone to another at once; the first writes nothing more', async () => {
    const { school, source, clock, asking, work } = await start([served('111')])
    let answer: (() => void) | undefined
    source.instead = (_, response, path) => {
      if (path === '/persons') answer = () => problem(response, 503)
      return path === '/persons'
    }
    clock.now += DAY
    const first = work()
    await eventually(() => expect(answer).toBeDefined())
    expect((await describeSource(asking))._links).not.toHaveProperty('hurry')
    clock.now += 2 * 60_000
    await work()
    expect(await state()).toMatchObject({ phase: 'reading' })
    expect((await describeSource(asking))._links).toHaveProperty('hurry')
    await hurry(asking, school.users.teacher)
    source.instead = undefined
    await work()
    expect(await state()).toMatchObject({ phase: 'done', run: 1 })
    const after = await state()
    // It only was slow, and tries again.
    answer?.()
    await first
    expect(await state()).toEqual(after)
  })

  test('a trial says what was asked and what came, up to the first fault, and keeps nothing', async () => {
    const { source, asking } = await start([served('111'), served('222')])
    await database.kysely.deleteFrom('source').execute()
    const before = await everything()
    const good = await tryToReadSource(asking)
    expect(good.map(({ asked, found }) => [asked, found])).toEqual([
      ['/', null],
      ['/academic-sessions', null],
      ['/programmes', 1],
      ['/programme-offerings', 1],
      ['/persons', 2],
      ['/test-components', 0],
    ])
    source.instead = (_, response, path) => {
      if (path === '/persons') problem(response, 403)
      return path === '/persons'
    }
    expect((await tryToReadSource(asking)).at(-1)).toEqual({ asked: '/persons', fault: 'source-refused', found: null })
    source.school.session = '1999-2000'
    expect((await tryToReadSource(asking)).at(-1)).toMatchObject({
      asked: '/academic-sessions',
      fault: 'source-session',
    })
    source.config.clientSecret = 'anders'
    expect(await tryToReadSource(asking)).toEqual([{ asked: '/', fault: 'source-refused', found: null }])
    expect(await everything()).toEqual(before)
    expect(await state()).toMatchObject({ phase: 'never' })
  })

  describe('pages that shift', () => {
    /** Three people: the first is on page 1, the last on page 2, and the third lies between them. */
    async function startShifting() {
      const people = Array.from({ length: 260 }, (_, index) => served(String(1_000 + index)))
      const [first, between, last] = [people[0], people[250], people[259]]
      if (!first || !between || !last) throw new Error('There are too few people.')
      const stage = await start(people)
      const studying = [first, between, last].map(({ personId }) => personId)
      stage.source.school.studies = new Map(studying.map((personId) => [personId, 'TEC']))
      return { ...stage, people: { first, between, last } }
    }

    test('somebody who is on two of them stays when they are on one again', async () => {
      const { source, people, night } = await startShifting()
      source.school.people.push(people.first)
      expect((await night()).counts).toMatchObject({ people: 3, added: 3 })
      const before = await everything()
      expect((await night()).counts).toMatchObject({ followed: 3, gone: 0 })
      source.school.people.pop()
      for (const _ of ['the next night', 'and the one after it'])
        expect((await night()).counts).toMatchObject({ followed: 3, changed: 0, gone: 0 })
      expect(await everything()).toEqual(before)
    })

    test('somebody who slips past the reader is listed for one night, and keeps everything', async () => {
      const { source, night } = await startShifting()
      await night()
      const before = await everything()
      // Somebody of the first page leaves while the second is not read yet.
      source.instead = ({ url = '' }) => {
        if (/\/persons\?.*pageNumber=2/.test(url)) source.school.people.splice(1, 1)
        return false
      }
      expect((await night()).counts).toMatchObject({ followed: 3, gone: 1 })
      source.instead = undefined
      expect((await night()).counts).toMatchObject({ followed: 3, gone: 0 })
      expect(await everything()).toEqual(before)
    })
  })

  test('a person who left is listed and keeps everything; one who comes back is followed again', async () => {
    const { source, night } = await start([served('111'), served('222')])
    await night()
    const left = source.school.people.pop()
    const before = await userBy('s222@school.test')
    expect((await night()).counts).toMatchObject({ followed: 2, gone: 1 })
    expect(await userBy('s222@school.test')).toEqual(before)
    if (left) source.school.people.push({ ...left, givenName: 'Terug' })
    expect((await night()).counts).toMatchObject({ gone: 0, changed: 1 })
    expect(await userBy('s222@school.test')).toMatchObject({ first_name: 'Terug' })
  })

  test('a number that changes there is followed', async () => {
    const { source, night } = await start([served('111')])
    await night()
    const [person] = source.school.people
    if (person) person.primaryCode.code = '112'
    await night()
    expect(await userBy('s111@school.test')).toMatchObject({ student_number: '112' })
  })

  test('a department that would end an enrollment is left to a teacher; another is followed', async () => {
    const { school, night } = await start(
      [served('111', { email: 'sam@school.test' }), served('222', { email: 'noor@school.test' })],
      { code: 'WIS', name: 'Wiskunde' },
    )
    const { kysely } = database
    const created_at = new Date(MORNING).toISOString()
    await kysely.insertInto('education_department').values({ name: 'Wiskunde', created_at }).execute()
    await numbered(school, '111')
    await kysely.updateTable('user').set({ student_number: '222' }).where('id', '=', school.users.noor).execute()
    const place = { testmoment_id: school.moments.open, module_id: school.modules.ALG }
    await kysely
      .insertInto('enrollment')
      .values({ user_id: school.users.sam, ...place, created_at })
      .execute()
    expect((await night()).counts.waiting).toBe(1)
    expect(await userBy('sam@school.test')).toMatchObject({ education_department_id: school.departmentId })
    expect((await userBy('noor@school.test'))?.education_department_id).not.toBe(school.departmentId)
    expect(await kysely.selectFrom('enrollment').select('id').execute()).toHaveLength(1)

    const { id: departmentId } = await kysely
      .selectFrom('education_department')
      .select('id')
      .where('name', '=', 'Wiskunde')
      .executeTakeFirstOrThrow()
    const { sam } = school.users
    const give = () =>
      database.transaction((trx) =>
        assignDepartment(trx, { users: [{ id: sam }], departmentId, actorId: null, connection: SOURCE }, () => MORNING),
      )
    const refused = [{ id: sam, outcome: 'refused', obstacle: 'ends-more' }]
    expect(await give(), 'enrolled since the run looked').toEqual(refused)
    await kysely.deleteFrom('enrollment').execute()
    await kysely
      .insertInto('waiting_entry')
      .values({ user_id: sam, ...place, created_at })
      .execute()
    expect(await give(), 'in line since the run looked').toEqual(refused)
  })

  test('an address changes only while nobody uses the account, and links to the old one are void', async () => {
    const { source, night } = await start([served('111'), served('222')])
    await night()
    const { kysely } = database
    const used = await userBy('s222@school.test')
    await kysely
      .updateTable('user')
      .set({ activated: true })
      .where('id', '=', used?.id ?? 0)
      .execute()
    const unused = await userBy('s111@school.test')
    const link = {
      nonce: 'n',
      created_at: new Date(MORNING).toISOString(),
      expires_at: new Date(MORNING).toISOString(),
    }
    await kysely
      .insertInto('password_reset')
      .values({ user_id: unused?.id ?? 0, ...link })
      .execute()
    await kysely
      .insertInto('registration')
      .values({ user_id: unused?.id ?? 0, ...link, password_hash: 'hash', device: 'Firefox' })
      .execute()
    const ticket = { kind: 'factor-letter', secret: 'x', userId: unused?.id } as const
    await openTicket(kysely, ticket, MORNING)
    for (const person of source.school.people) person.email = person.email?.replace('@', '.nieuw@') ?? null
    expect((await night()).counts).toMatchObject({ changed: 1, waiting: 1 })
    expect(await userBy('s111.nieuw@school.test')).toMatchObject({ id: unused?.id })
    expect(await userBy('s222@school.test')).toMatchObject({ id: used?.id })
    for (const table of ['password_reset', 'registration', 'login_ticket'] as const)
      expect(await kysely.selectFrom(table).select('id').execute(), table).toEqual([])
  })

  test('a teacher with the number or the address of a student stays as they are', async () => {
    const { school, night } = await start([served('111', { email: 'teacher@school.test' })])
    const before = await userBy('teacher@school.test')
    expect((await night()).counts).toMatchObject({ added: 0, remarked: 1 })
    await database.kysely
      .updateTable('user')
      .set({ student_number: '111' })
      .where('id', '=', school.users.teacher)
      .execute()
    expect((await night()).counts).toMatchObject({ changed: 0, remarked: 1 })
    expect(await userBy('teacher@school.test')).toEqual({ ...before, student_number: '111' })
  })

  /** The people of the source as a run counts them, before it writes. */
  async function assessedPeople(clock: () => number): Promise<AssessedPerson[]> {
    const assessed: AssessedPerson[] = []
    for await (const some of assessPeople(database.kysely, clock)) assessed.push(...some)
    return assessed
  }

  test('a person who becomes a teacher while a run writes stays as they are: each is judged again under the locks', {
    tags: 'race',
  }, async () => {
    const { desk, night } = await start([served('111')])
    await night()
    await database.kysely.updateTable('source_person').set({ first_name: 'Anders' }).execute()
    const assessed = await assessedPeople(desk.clock)
    expect(assessed.map(({ followed }) => followed.outcome)).toEqual(['changed'])
    await meanwhile(
      database,
      (trx) =>
        trx.updateTable('user').set({ roles: 'ROLE_ADMIN' }).where('username', '=', 's111@school.test').execute(),
      () => applyPeople(desk, assessed),
    )
    expect(await userBy('s111@school.test')).toMatchObject({ first_name: 'Voor111' })
  })

  test('a newcomer gets no department that a teacher archives while a run writes', { tags: 'race' }, async () => {
    const { desk, fetched } = await start([served('111')])
    await fetched()
    const assessed = await assessedPeople(desk.clock)
    expect(assessed.map(({ followed }) => followed.outcome)).toEqual(['added'])
    await meanwhile(
      database,
      async (trx) => {
        await lockSchool(trx)
        await trx.updateTable('education_department').set({ archived: true }).execute()
      },
      () => applyPeople(desk, assessed),
    )
    expect(await userBy('s111@school.test')).toMatchObject({ education_department_id: null })
  })

  test('a department that a teacher makes at the same time as a run is made once', { tags: 'race' }, async () => {
    const { work, night } = await start([served('111')], { code: 'NIEUW', name: 'Nieuwe opleiding' })
    await work()
    const { kysely } = database
    await kysely.updateTable('source').set({ programme_codes: '["NIEUW"]' }).execute()
    await meanwhile(
      database,
      async (trx) => {
        await requireFreeName(trx, 'education_department', { name: 'Nieuw' })
        const created_at = new Date(MORNING).toISOString()
        await trx.insertInto('education_department').values({ name: 'Nieuw', created_at }).execute()
      },
      night,
    )
    const departments = await kysely.selectFrom('education_department').select('name').execute()
    expect(departments.filter(({ name }) => name.toLowerCase() === 'nieuw')).toEqual([{ name: 'Nieuw' }])
  })

  test('more than a tenth changed or gone stops the run before anything is written', async () => {
    const people = Array.from({ length: 40 }, (_, index) => served(String(1_000 + index)))
    const { source, night, carryOut } = await start(people)
    // So many that are new stop it too.
    expect(await night()).toMatchObject({ phase: 'braked', counts: { added: 40 } })
    await carryOut()
    const before = await everything()
    for (const person of source.school.people.slice(0, 21)) person.givenName = 'Anders'
    expect(await night()).toMatchObject({ phase: 'braked', counts: { changed: 21 }, run: 2 })
    expect(await everything()).toEqual(before)
    // It waits for a teacher, and the next night begins no other.
    expect(await night()).toMatchObject({ phase: 'braked', run: 2 })

    const config = { ...readConfig({ WEB_APP: 'none', DATA_DIR: tmpdir() }), source: source.config }
    const { ask, logIn } = await startTestApi(database, { config, alone: true })
    const { token } = await logIn('teacher@school.test')
    const look = async () => sourceStateSchema.parse((await ask('GET /source', { token })).body)
    const decide = async (decision: string) => {
      const { confirmation } = await look()
      expect((await ask('POST /source/decision', { token, body: { decision, confirmation } })).status).toBe(200)
    }
    const changed = () =>
      database.kysely.selectFrom('user').select('student_number').where('first_name', '=', 'Anders').execute()
    // Left, nothing is done, and the next night finds the same.
    await decide('leave')
    expect(await state()).toMatchObject({ phase: 'left' })
    expect(await night()).toMatchObject({ phase: 'braked', run: 3, counts: { changed: 21 } })
    expect(await changed()).toEqual([])
    // One of them became a teacher meanwhile: each is judged again, and the others are changed.
    await database.kysely
      .updateTable('user')
      .set({ roles: 'ROLE_ADMIN' })
      .where('student_number', '=', '1000')
      .execute()
    await decide('apply')
    await eventually(async () => expect((await look()).phase).toBe('done'))
    expect((await changed()).map(({ student_number }) => student_number).toSorted()).toEqual(
      people.slice(1, 21).map(({ primaryCode }) => primaryCode.code),
    )
    expect(await night()).toMatchObject({ phase: 'done', counts: { changed: 0, remarked: 1 } })
  })

  test('a run that is cut off goes on at the page where it was', async () => {
    const people = Array.from({ length: 260 }, (_, index) => served(String(1_000 + index)))
    const { source, clock, warnings, work, night } = await start(people)
    source.school.studies = new Map([people[0], people[259]].map((person) => [person?.personId ?? '', 'TEC']))
    source.instead = (request, response) => {
      if (!/\/persons\?.*pageNumber=2$/.test(request.url ?? '')) return false
      problem(response, 503)
      return true
    }
    expect(await night()).toMatchObject({ phase: 'reading', next_page: 2, fault: 'source-away', attempts: 1 })
    expect(warnings).toHaveLength(1)
    expect(await userBy('s1000@school.test')).toBeUndefined()
    source.instead = undefined
    source.asked.length = 0
    await work()
    expect(source.asked).toEqual([])
    clock.now += HOUR
    await work()
    expect(await state()).toMatchObject({ phase: 'done', fault: null, run: 1, counts: { added: 2 } })
    expect(source.asked.filter((path) => path.includes('/persons?'))).toHaveLength(1)
  })

  test('a fault that time does not mend ends the run until the next night', async () => {
    const { source, night } = await start([served('111')])
    source.school.session = '1999-2000'
    expect(await night()).toMatchObject({ phase: 'failed', fault: 'source-session' })
    source.school.session = '2025-2026'
    expect(await night()).toMatchObject({ phase: 'done', fault: null })
  })

  test('two servers never work on a run at the same time', { tags: 'race' }, async () => {
    const { source, work } = await start([served('111')])
    await Promise.all([work(), work(), work()])
    expect(source.asked.filter((path) => path.includes('/persons?'))).toHaveLength(1)
    expect(await state()).toMatchObject({ run: 1, phase: 'done' })
  })

  test('a server that stops lets another go on', async () => {
    const { source, clock, work } = await start([served('111')])
    source.instead = (_, __, path) => path === '/persons'
    clock.now += DAY
    const stopping = new AbortController()
    const working = work(stopping.signal)
    await eventually(() => expect(source.asked).toContainEqual(expect.stringContaining('/persons?')))
    stopping.abort()
    await working
    source.instead = undefined
    await work()
    expect(await state()).toMatchObject({ run: 1, phase: 'done' })
  })

  test('a person who takes none of our programmes gets no account, and nothing about them is stored', async () => {
    const { source, night } = await start([served('111'), served('222')])
    source.school.studies.delete(uuidOf('person 222'))
    await night()
    expect(await userBy('s222@school.test')).toBeUndefined()
    expect(await database.kysely.selectFrom('source_person').select('student_number').execute()).toEqual([
      { student_number: '111' },
    ])
  })

  test('a source that tells programmes by person is asked so', async () => {
    const { source, night } = await start([served('111')])
    source.school.byPerson = true
    expect((await night()).counts).toMatchObject({ added: 1 })
    expect(source.asked.at(-1)).toContain(`/persons/${uuidOf('person 111')}/programme-offering-associations`)
  })

  test('departments and modules are made only of the codes that the school named', async () => {
    const { source, work, night } = await start([served('111')], { code: 'NIEUW', name: 'Nieuwe opleiding' })
    source.school.components = [
      { code: 'ALG', name: 'Iets anders' },
      { code: 'VEC', name: 'Vectoren' },
      { code: 'NEE', name: 'Niet gevraagd' },
    ]
    await work()
    const { kysely } = database
    await kysely.updateTable('source').set({ programme_codes: '["NIEUW"]', module_codes: '["ALG","VEC"]' }).execute()
    await night()
    const modules = await kysely.selectFrom('module').select(['name', 'description']).orderBy('name').execute()
    expect(modules).toContainEqual({ name: 'VEC', description: 'Vectoren' })
    expect(modules).toContainEqual({ name: 'ALG', description: 'Over ALG' })
    expect(modules).toHaveLength(6)
    const made = await kysely
      .selectFrom('education_department')
      .select('id')
      .where('name', '=', 'NIEUW')
      .executeTakeFirst()
    expect(await userBy('s111@school.test')).toMatchObject({ education_department_id: made?.id })
    // Some schools have courses instead.
    source.config.modules = 'courses'
    source.school.courses = [{ code: 'KAN', name: 'Kansrekening' }]
    await kysely.updateTable('source').set({ module_codes: '["KAN","VEC"]' }).execute()
    await night()
    expect(source.asked.some((path) => path.includes('/courses?'))).toBe(true)
    const ofCourse = kysely.selectFrom('module').select('description').where('name', '=', 'KAN')
    expect(await ofCourse.execute()).toEqual([{ description: 'Kansrekening' }])
    expect(source.asked.filter((path) => !isInStandard(path))).toEqual([])
    // Everything that the source sent conforms to the standard.
    expect(source.sent.size).toBe(8)
    for (const [schema, item] of source.sent) validateByStandard(schema, item)
  })

  test('a teacher has the source read, sees each change, and carries it out or leaves it', async () => {
    const { source, school } = await start([served('111', { email: 'sam@school.test' }), served('222')])
    await numbered(school, '111')
    const config = { ...readConfig({ WEB_APP: 'none', DATA_DIR: tmpdir() }), source: source.config }
    const { ask, logIn } = await startTestApi(database, { config, alone: true })
    const { token } = await logIn('teacher@school.test')
    const look = async () => sourceStateSchema.parse((await ask('GET /source', { token })).body)
    const until = (phase: string) => eventually(async () => expect((await look()).phase).toBe(phase))
    expect((await ask('GET /source/people', { token })).body).toEqual({ entities: [], _links: {} })
    expect(await look()).toMatchObject({ phase: 'never', host: new URL(source.config.url).host, confirmation: null })

    const settings = {
      session_code: ' 2025-2026 ',
      number_code_type: '',
      programme_codes: [],
      module_codes: ['VEC', 'VEC'],
    }
    expect((await ask('PUT /source', { token, body: settings })).status).toBe(200)
    expect((await look()).settings).toEqual({
      ...{ session_code: '2025-2026', number_code_type: 'student_number' },
      ...{ programme_codes: [], module_codes: ['VEC'] },
    })
    expect((await ask('POST /source/run', { token, body: {} })).status).toBe(200)
    await until('previewed')
    const found = await look()
    expect(found.counts).toMatchObject({ added: 1, changed: 1 })
    const { body } = await ask('GET /source/people?show=changes', { token })
    expect(body).toMatchObject({
      entities: expect.arrayContaining([
        expect.objectContaining({ outcome: 'added', user_id: null, name: 'Voor222 Achter222' }),
        expect.objectContaining({
          outcome: 'changed',
          user_id: school.users.sam,
          changes: [
            { field: 'first_name', old: 'Sam', new: 'Voor111' },
            { field: 'last_name', old: 'de Vries', new: 'Achter111' },
          ],
        }),
      ]),
      _links: {},
    })

    const decide = (decision: string, confirmation: string | null) =>
      ask('POST /source/decision', { token, body: { decision, confirmation } })
    expect(await decide('apply', 'another')).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
    expect((await decide('leave', found.confirmation)).status).toBe(200)
    expect(await look()).toMatchObject({ phase: 'left', confirmation: null })
    expect(await userBy('s222@school.test')).toBeUndefined()

    await ask('POST /source/run', { token, body: {} })
    await until('previewed')
    expect((await decide('apply', (await look()).confirmation)).status).toBe(200)
    await until('done')
    expect(await userBy('s222@school.test')).toMatchObject({ first_name: 'Voor222' })
    const log = database.kysely.selectFrom('audit').select('action').orderBy('id')
    const acts = await log.where('resource', '=', 'source').execute()
    expect(acts.map(({ action }) => action)).toEqual([
      'edited',
      'source-run',
      'source-left',
      'source-run',
      'source-applied',
    ])
  })

  test('names and a number that follow are changed in the source, and nowhere here', async () => {
    const { school, source, night } = await start([served('111', { email: 'sam@school.test' })])
    await numbered(school, '111')
    await night()
    const config = { ...readConfig({ WEB_APP: 'none', DATA_DIR: tmpdir() }), source: source.config }
    const { ask, logIn } = await startTestApi(database, { config, alone: true })
    const [student, teacher] = [await logIn('sam@school.test'), await logIn('teacher@school.test')]
    const path = `/user/${school.users.sam}`
    const names = { first_name: 'Voor111', last_name: 'Achter111' }
    const put = ({ token }: { token: string }, body: object) =>
      ask(`PUT ${path}`, { token, body: { ...names, ...body } })
    const refused = { status: 422, body: { reason: 'follows-source' } }

    expect((await ask('GET /user', student)).body).toMatchObject({ follows_source: true })
    expect(await put(student, { first_name: 'Anders' })).toMatchObject(refused)
    // The first step of onboarding saves them as they are.
    expect((await put(student, {})).status).toBe(200)
    for (const changed of [{ last_name: 'Anders' }, { student_number: '9' }, { student_number: '' }])
      expect(await put(teacher, changed)).toMatchObject(refused)
    const regrouped = await put(teacher, { student_number: '111', class_group: 'WIS1A' })
    expect(regrouped).toMatchObject({ status: 200, body: { entity: { class_group: 'WIS1A', follows_source: true } } })

    const list = { text: 'e-mail;voornaam;studentnummer;klas\nsam@school.test;Anders;9;WIS1B', update: true }
    const { body: preview } = await ask('POST /import/students/preview', { token: teacher.token, body: list })
    expect(preview).toMatchObject({
      lines: [
        {
          findings: [{ verdict: 'updated' }, { verdict: 'follows-source' }],
          changes: [{ field: 'class_group', old: 'WIS1A', new: 'WIS1B' }],
        },
      ],
    })

    // An import that gave them the same names is not turned back to others.
    const imported = database.kysely.insertInto('import').values({
      ...{ kind: 'students', at: new Date(MORNING).toISOString(), actor_id: school.users.teacher },
      ...{ added: 0, changed: 1, place: null },
    })
    const { id: import_id } = await imported.returning('id').executeTakeFirstOrThrow()
    await database.kysely
      .insertInto('import_line')
      .values({
        ...{ import_id, line: 2, outcome: 'changed', user_id: school.users.sam, label: 'Sam' },
        before: JSON.stringify({ first_name: 'Sam', class_group: 'WIS1A' }),
        after: JSON.stringify({ first_name: 'Voor111', class_group: 'WIS1A', version: 2 }),
      })
      .execute()
    const undo = async () => (await ask(`GET /import/${import_id}`, { token: teacher.token })).body
    expect(await undo()).toMatchObject({
      confirmation: null,
      lines: [{ would: 'stays', hindrance: 'follows-source' }],
    })

    // A person who is gone at the source is no longer changed by it.
    source.school.people.length = 0
    await night()
    expect(await undo()).toMatchObject({ lines: [{ would: 'undone' }] })
    expect((await put(teacher, { last_name: 'Anders' })).status).toBe(200)
  })

  test('without the setting of a source nobody follows it', async () => {
    const { school, night } = await start([served('111', { email: 'sam@school.test' })])
    await numbered(school, '111')
    await night()
    const { ask, logIn } = await startTestApi(database)
    const student = await logIn('sam@school.test')
    expect((await ask('GET /user', student)).body).not.toHaveProperty('follows_source')
    const body = { first_name: 'Anders', last_name: '' }
    expect((await ask(`PUT /user/${school.users.sam}`, { ...student, body })).status).toBe(200)
  })

  describe('what a teacher decides', () => {
    /** A student in use that the source knows too, and a teacher who gives verdicts. */
    async function decide(people: ServedPerson[]) {
      const stage = await start(people)
      await stage.night()
      const config = { ...readConfig({ WEB_APP: 'none', DATA_DIR: tmpdir() }), source: stage.source.config }
      const api = await startTestApi(database, { config, alone: true })
      const { token } = await api.logIn('teacher@school.test')
      const listed = async (show: string) => {
        const { body } = await api.ask(`GET /source/people?show=${show}`, { token })
        return z.object({ entities: z.array(sourceLineSchema) }).parse(body).entities
      }
      const plan = async (verdict: string, keys: string[]) =>
        verdictPlanSchema.parse((await api.ask('POST /source/people/preview', { token, body: { verdict, keys } })).body)
      const give = (verdict: string, keys: string[], confirmation: string | null) =>
        api.ask('POST /source/people', { token, body: { verdict, keys, confirmation } })
      return { ...stage, ...api, token, listed, plan, give }
    }
    /** Sam, whose address is another in the source since. */
    async function decideOnSam() {
      const person = served('111', { email: 'sam@school.test' })
      const stage = await start([person])
      await numbered(stage.school, '111')
      await stage.night()
      const config = { ...readConfig({ WEB_APP: 'none', DATA_DIR: tmpdir() }), source: stage.source.config }
      person.email = 'Samira.Berg@nieuw.test'
      expect((await stage.night()).counts).toMatchObject({ changed: 0, waiting: 1 })
      return { ...stage, person, config }
    }

    test('a confirmed address: the old one gets a letter, and links and logins that it gave end', async () => {
      const { school, person, night, config } = await decideOnSam()
      const { kysely } = database
      const { ask, logIn } = await startTestApi(database, { config, alone: true })
      const [{ token }, student] = [await logIn('teacher@school.test'), await logIn('sam@school.test')]
      const at = { created_at: new Date(MORNING).toISOString(), expires_at: new Date(MORNING + DAY).toISOString() }
      const { sam } = school.users
      await kysely
        .insertInto('password_reset')
        .values({ user_id: sam, nonce: 'n', ...at })
        .execute()
      await kysely
        .insertInto('registration')
        .values({ user_id: sam, nonce: 'r', password_hash: 'hash', device: 'Toestel', ...at })
        .execute()
      const ticket = { kind: 'factor-letter', secret_hash: 'secret', data: '{}' } as const
      await kysely
        .insertInto('login_ticket')
        .values({ user_id: sam, ...ticket, ...at })
        .execute()

      const { body } = await ask('GET /source/people?show=waiting', { token })
      const changes = [{ field: 'username', old: 'sam@school.test', new: 'samira.berg@nieuw.test' }]
      expect(body).toMatchObject({
        entities: [
          { changes: [], remarks: ['address-changed'], proposal: { kind: 'address-changed', user_id: sam, changes } },
        ],
      })
      const wish = { verdict: 'confirm', keys: [person.personId] }
      const preview = await ask('POST /source/people/preview', { token, body: wish })
      const { confirmation, people } = verdictPlanSchema.parse(preview.body)
      expect(people).toMatchObject([{ student_number: '111', proposal: { changes } }])
      const give = () => ask('POST /source/people', { token, body: { ...wish, confirmation } })
      // Nobody but a teacher.
      expect((await ask('POST /source/people', { ...student, body: { ...wish, confirmation } })).status).toBe(403)
      expect(await userBy('sam@school.test')).toBeDefined()
      const given = await give()
      expect(given).toMatchObject({ status: 200, body: { entity: { counts: { waiting: 0 } } } })

      expect(await userBy('samira.berg@nieuw.test')).toMatchObject({
        ...{ id: sam, activated: true },
        search_text: expect.stringContaining('samira.berg@nieuw.test'),
      })
      for (const table of ['password_reset', 'registration', 'login_ticket'] as const)
        expect(await kysely.selectFrom(table).select('id').where('user_id', '=', sam).execute()).toEqual([])
      expect((await ask('GET /user', student)).status).toBe(401)
      const { refresh_token } = student
      expect((await ask('POST /token/refresh', { body: { refresh_token } })).status).toBe(401)
      await expect(logIn('sam@school.test')).rejects.toThrow('401')
      await logIn('samira.berg@nieuw.test')

      const log = kysely.selectFrom('audit').select(['action', 'actor_id', 'resource_id', 'fields', 'about'])
      expect(await log.where('action', '=', 'source-confirmed').execute()).toEqual([
        {
          ...{ action: 'source-confirmed', actor_id: school.users.teacher, resource_id: sam },
          ...{ fields: '["username"]', about: SOURCE },
        },
      ])
      const tasks = kysely.selectFrom('outbox').select(['id', 'kind', 'payload', 'created_at'])
      const [task] = await tasks.where('kind', '=', 'address-changed-letter').execute()
      const { address_change_id } = z.object({ address_change_id: z.int() }).parse(JSON.parse(task?.payload ?? '{}'))
      const letter = await writeAddressChangedLetter({ database }, { address_change_id })
      expect(letter).toMatchObject({ to: 'sam@school.test' })
      // Nobody knows whose mailbox the old address is by now.
      expect(JSON.stringify(letter)).not.toContain('nieuw.test')

      // It is not listed any more, and what was confirmed is not confirmed again.
      expect(await give()).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
      expect((await night()).counts).toMatchObject({ changed: 0, waiting: 0 })
    })

    test('an address that another account took meanwhile is theirs, and the teacher reads so', {
      tags: 'race',
    }, async () => {
      const { school, person, config } = await decideOnSam()
      const { ask, logIn } = await startTestApi(database, { config, alone: true })
      const { token } = await logIn('teacher@school.test')
      const wish = { verdict: 'confirm', keys: [person.personId] }
      const preview = await ask('POST /source/people/preview', { token, body: wish })
      const { confirmation } = verdictPlanSchema.parse(preview.body)
      const given = await meanwhile(
        database,
        (trx) =>
          trx
            .insertInto('user')
            .values({
              ...findable({
                username: 'samira.berg@nieuw.test',
                first_name: 'Ander',
                last_name: '',
                student_number: null,
              }),
              ...{ roles: 'ROLE_STUDENT', created_at: new Date(MORNING).toISOString() },
            })
            .execute(),
        () => ask('POST /source/people', { token, body: { ...wish, confirmation } }),
      )
      expect(given).toMatchObject({
        status: 409,
        body: {
          reason: 'plan-changed',
          preview: { confirmation: null, people: [{ remarks: ['address-taken'], proposal: null }] },
        },
      })
      expect(await userBy('sam@school.test')).toMatchObject({ id: school.users.sam })
      // Who was counted is still listed, with what is the matter now.
      expect((await ask('GET /source/people?show=waiting', { token })).body).toMatchObject({
        entities: [{ remarks: ['address-taken'], proposal: null }],
      })
    })

    test('the second of two verdicts at once asks again; an old activation link no longer works', {
      tags: 'race',
    }, async () => {
      const { school, person, config } = await decideOnSam()
      const link = { activation_nonce: 'a', activation_expires_at: new Date(MORNING + DAY).toISOString() }
      const sam = database.kysely.updateTable('user').where('id', '=', school.users.sam)
      await sam.set({ ...link, activated: false }).execute()
      const { ask, logIn } = await startTestApi(interleaved(database), { config, alone: true })
      const { token } = await logIn('teacher@school.test')
      const keys = [person.personId]
      const give = (verdict: string) => async () => {
        const preview = await ask('POST /source/people/preview', { token, body: { verdict, keys } })
        const { confirmation } = verdictPlanSchema.parse(preview.body)
        return async () => ask('POST /source/people', { token, body: { verdict, keys, confirmation } })
      }
      const [confirm, again] = [await give('confirm')(), await give('confirm')()]
      const answers = await halfway(database, { hold: holdUser(school.users.sam), first: confirm, second: again })
      expect(answers.map(({ status }) => status)).toEqual([200, 409])
      const sent = database.kysely.selectFrom('outbox').select('id').where('kind', '=', 'address-changed-letter')
      expect(await sent.execute()).toHaveLength(1)
      const moved = { activation_nonce: null, activation_expires_at: null, activated: false }
      expect(await userBy('samira.berg@nieuw.test')).toMatchObject(moved)
    })

    test('an account that changed since is shown again; one that is a teacher’s by now stays as it is', async () => {
      const { school, person, config, night } = await decideOnSam()
      const { ask, logIn } = await startTestApi(database, { config, alone: true })
      const { token } = await logIn('teacher@school.test')
      const wish = { verdict: 'confirm', keys: [person.personId] }
      const look = async () =>
        verdictPlanSchema.parse((await ask('POST /source/people/preview', { token, body: wish })).body)
      const { confirmation } = await look()
      const { kysely } = database
      const edit = kysely.updateTable('user').where('id', '=', school.users.sam)
      await edit.set({ first_name: 'Anders' }).execute()
      const changed = { status: 409, body: { reason: 'plan-changed' } }
      expect(await ask('POST /source/people', { token, body: { ...wish, confirmation } })).toMatchObject(changed)
      const again = await look()
      await edit.set({ roles: 'ROLE_ADMIN' }).execute()
      expect(
        await ask('POST /source/people', { token, body: { ...wish, confirmation: again.confirmation } }),
      ).toMatchObject(changed)
      expect(await userBy('sam@school.test')).toMatchObject({ roles: 'ROLE_ADMIN' })
      await edit.set({ roles: 'ROLE_STUDENT' }).execute()
      // The source agrees again: nothing is left to decide, and what was shown cannot be confirmed.
      person.email = 'sam@school.test'
      await night()
      expect((await ask('GET /source/people?show=waiting', { token })).body).toMatchObject({ entities: [] })
      expect(await look()).toMatchObject({ confirmation: null, people: [{ proposal: null }] })
      expect(await ask('POST /source/people', { token, body: { ...wish, confirmation } })).toMatchObject(changed)
    })

    test('an account at the address is theirs once a teacher says so, and follows from then on', async () => {
      const person = served('222', { email: 'noor@school.test', givenName: 'Noortje' })
      const { school, night, listed, plan, give } = await decide([person])
      const { noor } = school.users
      const changes = expect.arrayContaining([
        { field: 'student_number', old: '', new: '222' },
        { field: 'first_name', old: 'Sam', new: 'Noortje' },
      ])
      expect(await listed('waiting')).toMatchObject([
        { user_id: null, outcome: 'skipped', proposal: { kind: 'address-match', user_id: noor, changes } },
      ])
      const keys = [person.personId]
      const { confirmation } = await plan('confirm', keys)
      expect((await give('confirm', keys, confirmation)).status).toBe(200)
      expect(await userBy('noor@school.test')).toMatchObject({ student_number: '222', first_name: 'Noortje' })
      // Their address is the same: nobody is written to, and they stay logged in.
      expect(await database.kysely.selectFrom('address_change').select('id').execute()).toEqual([])
      expect(await listed('waiting')).toEqual([])
      expect((await night()).counts).toMatchObject({ followed: 1, waiting: 0 })
    })

    // UUIDs by their form alone: of SQL Server, of .NET for SQL Server, of Oracle, and an example of the standard.
    test.for([
      '852E395D-693E-ED11-809A-C971856D9437',
      '82e78cd0-c0cf-dd3f-cea9-39fb5a3545c5',
      '2d5f1c7e-0a3b-f00d-e053-0100007fc0de',
      '12345678-1234-1234-1234-123456789012',
    ])('a person with the id %s is read, listed and decided about as any other', async (personId) => {
      const { source, night, listed, plan, give, ask, token } = await decide([
        served('111', { personId, email: 'noor@school.test' }),
      ])
      expect(await listed('waiting')).toMatchObject([{ proposal: { kind: 'address-match' } }])
      const key = personId.toLowerCase()
      expect((await ask(`GET /source/people?show=waiting&after=${key}`, { token })).status).toBe(200)
      const { confirmation } = await plan('confirm', [key])
      expect((await give('confirm', [key], confirmation)).status).toBe(200)
      source.school.people[0] = served('111', { personId, email: 'noor@school.test', givenName: 'Noortje' })
      expect((await night()).counts).toMatchObject({ followed: 1, changed: 1 })
    })

    test('a rejected change is not asked again until the source sends another value, and can still be confirmed', async () => {
      const person = served('222', { email: 'noor@school.test' })
      const { night, listed, plan, give, clock } = await decide([person])
      const keys = [person.personId]
      const before = await userBy('noor@school.test')
      expect((await give('reject', keys, (await plan('confirm', keys)).confirmation)).status).toBe(409)
      expect((await give('reject', keys, (await plan('reject', keys)).confirmation)).status).toBe(200)
      expect(await userBy('noor@school.test')).toEqual(before)
      for (const name of ['Iets', 'Anders']) {
        person.givenName = name
        expect((await night()).counts).toMatchObject({ waiting: 0, remarked: 1 })
      }
      expect(await listed('remarks')).toMatchObject([{ remarks: ['rejected'], proposal: { kind: 'address-match' } }])
      person.primaryCode.code = '223'
      expect((await night()).counts).toMatchObject({ waiting: 1 })
      expect((await give('reject', keys, (await plan('reject', keys)).confirmation)).status).toBe(200)
      expect((await give('confirm', keys, (await plan('confirm', keys)).confirmation)).status).toBe(200)
      expect(await userBy('noor@school.test')).toMatchObject({ student_number: '223', first_name: 'Anders' })
      const acts = await database.kysely
        .selectFrom('audit')
        .select('action')
        .where('action', 'in', ['source-rejected', 'source-confirmed'])
        .orderBy('id')
        .execute()
      expect(acts.map(({ action }) => action)).toEqual(['source-rejected', 'source-rejected', 'source-confirmed'])
      // An address is confirmed for a month, no longer.
      await database.kysely
        .insertInto('address_change')
        .values({ user_id: before?.id ?? 0, username: 'oud@school.test', created_at: new Date(MORNING).toISOString() })
        .execute()
      await forgetOldLetters(database, clock.now)
      expect(await database.kysely.selectFrom('address_change').select('id').execute()).toHaveLength(1)
      await forgetOldLetters(database, MORNING + 31 * DAY)
      expect(await database.kysely.selectFrom('address_change').select('id').execute()).toEqual([])
    })
  })

  describe('attacks', () => {
    test('a second person with the number of the first takes nothing over', async () => {
      const { source, night } = await start([served('111')])
      await night()
      for (const number of ['111', '0111']) {
        const personId = uuidOf(`thief ${number}`)
        source.school.people.push(served(number, { personId, email: `thief${number}@school.test`, givenName: 'Dief' }))
        source.school.studies.set(personId, 'TEC')
      }
      expect((await night()).counts).toMatchObject({ added: 0, changed: 0 })
      expect(await userBy('s111@school.test')).toMatchObject({ first_name: 'Voor111', student_number: '111' })
    })

    test('a person cannot take the number of another account', async () => {
      const { source, night } = await start([served('111'), served('222')])
      await night()
      const [first] = source.school.people
      if (first) first.primaryCode.code = '222'
      expect((await night()).counts).toMatchObject({ changed: 0 })
      expect(await userBy('s111@school.test')).toMatchObject({ student_number: '111' })
      expect(await userBy('s222@school.test')).toMatchObject({ student_number: '222' })
    })

    test('an account that was deleted here takes its row in the copy along', async () => {
      const { night } = await start([served('111')])
      await night()
      await database.kysely.deleteFrom('user').where('username', '=', 's111@school.test').execute()
      expect(await database.kysely.selectFrom('source_person').select('source_key').execute()).toEqual([])
      // A person who studies at the source again is added as a new student, without old data and without a letter.
      expect((await night()).counts).toMatchObject({ added: 1 })
      expect(await userBy('s111@school.test')).toMatchObject({ activated: false, activation_nonce: null })
    })
  })

  test('a registration at the address of a student is no match', async () => {
    const { night } = await start([served('111')])
    const registration_ends_at = new Date(MORNING + 30 * DAY).toISOString()
    await addUser(database, {
      username: 's111@school.test',
      activated: false,
      information_checked: false,
      registration_ends_at,
    })
    expect((await night()).counts).toMatchObject({ added: 0, waiting: 1 })
  })
})
