// @module-tag race
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '#database/engine/open-database.ts'
import { readConfig } from '#server/config.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { addMoment, addUser, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { askToken, basic, connect, tokenFor, validateByStandard } from './oeapi-stage.ts'

const SCOPES = ['offerings.read', 'persons.read', 'associations.read'] as const

const pageSchema = z.object({
  pageNumber: z.number(),
  hasNextPage: z.boolean(),
  items: z.array(z.record(z.string(), z.unknown())),
  ext: z.object({ next: z.string() }).optional(),
})

describeOnEachDatabase('lists that are read while they change', (open) => {
  let database: Database
  let school: TestSchool
  let dataDir: string
  /** two processes of one school */
  let servers: [TestApi, TestApi]
  let granted: (scope: string) => Promise<string>
  let token: string

  beforeEach(async () => {
    database = await open()
    school = await startTestSchool(database)
    dataDir = mkdtempSync(join(tmpdir(), 'wiskunde-'))
    const config = readConfig({ DATA_DIR: dataDir, WEB_APP: 'none' })
    servers = [await startTestApi(database, { config }), await startTestApi(database, { config })]
    const { client_id, secret } = await connect(servers[0], SCOPES)
    granted = async (scope) => {
      const { body } = await askToken(servers[0], { authorization: basic(client_id, secret), form: { scope } })
      return z.object({ access_token: z.string() }).parse(body).access_token
    }
    token = await granted(SCOPES.join(' '))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  const ask = (path: string, { server = 0, as = token }: { server?: 0 | 1; as?: string } = {}) =>
    servers[server].ask(`GET ${path}`, { token: as })
  const readPage = async (address: string, server: 0 | 1) => {
    const { pathname, search } = new URL(address, 'http://school')
    const answer = await ask(pathname + search, { server })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    validateByStandard('Pagination', answer.body)
    const page = pageSchema.parse(answer.body)
    expect(page.hasNextPage).toBe(page.ext !== undefined)
    expect(answer.headers.link).toBe(page.ext && `<${page.ext.next}>; rel="next"`)
    return page
  }

  /** Reads a list page after page; `step` is called to read the next page of it at a server, and says whether that was the last. */
  function startReader(path: string, idOf: (item: Record<string, unknown>) => unknown) {
    let next: string | undefined = path
    const met: unknown[] = []
    let pages = 0
    return {
      met,
      step: async (server: 0 | 1) => {
        if (next === undefined) return
        const { items, pageNumber, ext }: z.infer<typeof pageSchema> = await readPage(next, server)
        pages += 1
        expect(pageNumber).toBe(pages)
        met.push(...items.map(idOf))
        next = ext?.next
      },
      isDone: () => next === undefined,
    }
  }

  let made = 0
  const enroll = async (testmoment_id: number, day: number) => {
    made += 1
    const user_id = await addUser(database, { username: `s${made}@school.test` })
    const created_at = new Date(Date.UTC(2026, 0, 1 + day)).toISOString()
    const row = { user_id, testmoment_id, module_id: school.modules.ALG, created_at }
    await database.kysely.insertInto('enrollment').values(row).execute()
    return user_id
  }
  const leave = async (user_id: number) => {
    await database.kysely.deleteFrom('enrollment').where('user_id', '=', user_id).execute()
    await database.kysely.deleteFrom('user').where('id', '=', user_id).execute()
  }

  test('who follows next meets everybody who is there throughout exactly once: two processes, readers of one list, rows that come and go', async () => {
    const schedule = fc.array(
      fc.record({
        reader: fc.nat(3),
        server: fc.constantFrom<0 | 1>(0, 1),
        // which of those who go leaves, and on which day somebody comes: before, between and behind those who are there
        leaves: fc.option(fc.nat(29)),
        comes: fc.option(fc.nat(40)),
      }),
      { minLength: 30, maxLength: 40 },
    )
    await fc.assert(
      fc.asyncProperty(schedule, async (steps) => {
        const { id: schoolyear_id } = await database.kysely
          .selectFrom('schoolyear')
          .select('id')
          .where('active', '=', true)
          .executeTakeFirstOrThrow()
        const moment = await addMoment(database, { schoolyear_id, date: '2026-03-20' })
        const staying: number[] = []
        const going: number[] = []
        for (let day = 0; day < 30; day += 1) {
          // Several on a day, so that places differ by who it is alone.
          staying.push(await enroll(moment, day - (day % 3)))
          going.push(await enroll(moment, day - (day % 3)))
        }
        const year = await readPage('/oeapi/v6/test-components?primaryCode=ALG', 0)
        const offerings = startReader(
          `/oeapi/v6/test-components/${year.items[0]?.componentId}/test-component-offerings?since=2026-03-20&until=2026-03-20&pageSize=250`,
          (item) => item.enrolledNumberStudents && item.testComponentOfferingId,
        )
        while (!offerings.isDone()) await offerings.step(0)
        const of = offerings.met.at(-1)
        const list = `/oeapi/v6/test-component-offerings/${of}/test-component-offering-associations?pageSize=10`
        const person = (item: Record<string, unknown>) => item.personId
        const readers = [
          startReader(list, person),
          startReader(list, person),
          startReader(
            `${list}&filter_query[attendance][in]=unknown,present&filter_query[attendance][in]=unknown`,
            person,
          ),
          startReader('/oeapi/v6/persons?pageSize=10', person),
        ]
        for (const { reader, server, leaves, comes } of steps) {
          await readers[reader]?.step(server)
          const gone = leaves === null ? undefined : going[leaves]
          if (gone !== undefined) await leave(gone)
          if (comes !== null) await enroll(moment, comes - 5)
        }
        for (const reader of readers) while (!reader.isDone()) await reader.step(1)
        // Who of them is there at last, by id of the other systems.
        const there = startReader(
          '/oeapi/v6/persons?pageSize=250&q=school.test',
          (item) => `${item.email} ${item.personId}`,
        )
        while (!there.isDone()) await there.step(0)
        const stayed = await database.kysely.selectFrom('user').select('username').where('id', 'in', staying).execute()
        const expected = stayed.map(
          ({ username }) =>
            there.met
              .map(String)
              .find((one) => one.startsWith(`${username} `))
              ?.split(' ')[1],
        )
        for (const { met } of readers) {
          expect(new Set(met).size).toBe(met.length)
          expect(expected.filter((id) => !met.includes(id))).toEqual([])
        }
      }),
      { numRuns: 4 },
    )
  })

  test('a position is of use for its own connection, scopes, list and question alone, and a page counted by number does its best', async () => {
    for (let day = 0; day < 12; day += 1) await enroll(school.moments.open, day)
    const { ext } = await readPage('/oeapi/v6/persons?q=school.test&pageSize=10', 0)
    const url = new URL(ext?.next ?? '')
    const changed = (change: (query: URLSearchParams) => void, path = url.pathname) => {
      const query = new URLSearchParams(url.searchParams)
      change(query)
      return `${path}?${query}`
    }
    const position = url.searchParams.get('position') ?? ''
    // It tells nothing about ids, and is another one each time.
    expect(Buffer.from(position, 'base64url').toString('latin1')).not.toMatch(/\[\d+[,\]]/)
    const other = await tokenFor(servers[0], SCOPES)
    const narrower = await granted('persons.read offerings.read')
    const foreign: [string, string][] = [
      [other, changed(() => undefined)],
      [narrower, changed(() => undefined)],
      [token, changed((query) => query.set('q', 'school'))],
      [token, changed((query) => query.delete('q'))],
      [token, changed((query) => query.set('pageNumber', '3'))],
      [token, changed((query) => query.delete('pageNumber'))],
      [token, changed((query) => query.set('filter_query[activeEnrolment][is]', 'true'))],
      [token, changed((query) => query.delete('q'), '/oeapi/v6/rooms')],
      ...[
        '',
        'x',
        position.slice(0, -4),
        `${position.startsWith('A') ? 'B' : 'A'}${position.slice(1)}`,
        `${position.slice(0, 30)}AAAA${position.slice(34)}`,
      ].map((wrong): [string, string] => [token, changed((query) => query.set('position', wrong))]),
    ]
    for (const [as, path] of foreign) {
      const answer = await ask(path, { as })
      expect(answer, path).toMatchObject({ status: 400, body: { detail: expect.stringContaining('position') } })
      validateByStandard('Problem', answer.body)
    }
    const followed = await readPage(
      changed((query) => query.sort()),
      1,
    )
    const counted = await readPage(
      changed((query) => query.delete('position')),
      1,
    )
    expect(counted.items).toEqual(followed.items)
  })
})
