import { tmpdir } from 'node:os'
import { beforeEach, describe, expect, test } from 'vitest'
import { sendResults } from '#api-server/acts/source/send-results.ts'
import { groundsOf } from '#api-server/acts/source/source-state.queries.ts'
import { registerHooks } from '#api-server/hooks.ts'
import { getSource, listRefusedResults } from '#contract/source.calls.ts'
import { SOURCE } from '#domain/audit/audit.texts.ts'
import type { ResultValue } from '#domain/results/result.schema.ts'
import { readConfig } from '#server/config.ts'
import { emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import {
  associationIdOf,
  problem,
  type ServedTest,
  type SourceServer,
  sendJson,
  served,
} from '#tests/support/api/source-server.ts'
import { startSourceServer } from '#tests/support/api/start-source-server.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { addMoment, MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { eventually } from '#tests/support/eventually.ts'
import { validateByStandard } from './oeapi/oeapi-stage.ts'
import { isInStandard } from './support/in-standard.ts'
import { failed, passed, resultStage } from './support/result-stage.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describeOnEachDatabase('sending published results to the school’s own system', (open) => {
  const stage = resultStage(open)
  let source: SourceServer
  let now: number
  const samsTest: ServedTest = { student: '111', component: 'ALG', startDateTime: '2026-03-10T08:00:00Z' }
  const noorsTest: ServedTest = { ...samsTest, student: '222' }

  beforeEach(async () => {
    now = MORNING
    await stage.database.kysely.deleteFrom('source').execute()
    await stage.database.kysely.deleteFrom('source_person').execute()
    await emptyAuditTrail(stage.database)
    source = await startSourceServer({
      people: [served('111'), served('222'), served('333')],
      tests: [samsTest, noorsTest],
    })
    // They followed a source before first runs waited for a teacher.
    await stage.database.kysely.insertInto('source').values({ id: 1, followed_origin: '' }).execute()
    registerHooks(source.config)
    await number('sam', '111')
    await number('noor', '222')
  })

  const number = (user: 'sam' | 'noor', student_number: string | null) =>
    stage.database.kysely
      .updateTable('user')
      .set({ student_number })
      .where('id', '=', stage.school.users[user])
      .execute()
  const warnings: unknown[] = []
  const desk = () => ({
    ...{ database: stage.database, source: source.config, clock: () => now },
    log: { warn: (...said: unknown[]) => warnings.push(said) },
  })
  const send = (signal = new AbortController().signal) => sendResults(desk(), signal)
  const publish = async (...typed: [enrollment: number, value: ResultValue | null][]) => {
    await stage.type(...typed)
    await stage.publish()
  }
  /** State of each sending, by student: 'sent', 'refused conflict'. */
  const states = async () => {
    const rows = await stage.database.kysely
      .selectFrom('result_sending')
      .innerJoin('user', 'user.id', 'result_sending.user_id')
      .select(['student_number', 'state', 'reason', 'user.username'])
      .orderBy('user.username')
      .orderBy('enrollment_id')
      .execute()
    return rows.map(({ username, state, reason }) => [username.split('@')[0], state, reason].filter(Boolean).join(' '))
  }
  /** Results that arrived at the source: of which student, with which value. */
  const arrived = () => {
    for (const asked of source.asked) expect(isInStandard(asked), asked).toBe(true)
    return source.patched.map(({ path, type, body }) => {
      expect(type).toBe('application/merge-patch+json')
      expect(Object.keys(Object(body))).toEqual(['result'])
      const { result } = Object(body)
      validateByStandard('TestComponentOfferingAssociationResult', result)
      const test = source.school.tests.find((one) => path.endsWith(associationIdOf(one)))
      return `${test?.student} ${result.pass} ${result.score}`
    })
  }
  const refuseWith = (status: number, headers: Record<string, string> = {}, times = Number.POSITIVE_INFINITY) => {
    let left = times
    source.instead = ({ method }, response) => {
      if (method !== 'PATCH' || left === 0) return false
      left -= 1
      problem(response, status, headers)
      return true
    }
  }

  test('a published result goes once to the association of the student, module and day; a draft is never sent', async () => {
    await stage.type([stage.sam, passed(75)], [stage.noor, failed()])
    await send()
    expect(source.asked).toEqual([])
    await stage.publish()
    await send()
    await send()
    expect(arrived()).toEqual(['111 passed 7.5', '222 failed null'])
    expect(source.patched[0]?.body).toEqual({
      result: {
        ...{ state: 'completed', pass: 'passed', score: '7.5', final: true, weight: 100 },
        resultDateTime: new Date(MORNING).toISOString(),
      },
    })
    expect(await states()).toEqual(['noor sent', 'sam sent'])
    const line = { action: 'result-sent', connection: SOURCE, about: 'ALG, di 10 mrt 2026, 09:00', actor_id: null }
    const log = await stage.database.kysely
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'result-sent')
      .execute()
    expect(log).toEqual([expect.objectContaining(line), expect.objectContaining(line)])
  })

  test('a correction goes too, and takes the grade away where it has none', async () => {
    await publish([stage.sam, passed(75)])
    await send()
    await publish([stage.sam, failed()])
    await send()
    expect(arrived()).toEqual(['111 passed 7.5', '111 failed null'])
  })

  test('nothing is asked or sent before a first run of this address was carried out; then what waited goes', async () => {
    const { kysely } = stage.database
    const follow = (followed_origin: string | null) => kysely.updateTable('source').set({ followed_origin }).execute()
    const originOf = async (url: string) => {
      const settings = { number_code_type: '', programme_codes: '', module_codes: '' }
      return (await groundsOf(kysely, { ...source.config, url }, { session_code: 'VORIG-JAAR', ...settings })).origin
    }
    await publish([stage.sam, passed(75)])
    for (const followed of [null, await originOf('https://elders.school.example/oeapi')]) {
      await follow(followed)
      await send()
    }
    await kysely.deleteFrom('source').execute()
    await send()
    expect([source.asked, source.tokens]).toEqual([[], 0])
    expect(await states()).toEqual(['sam waiting'])
    await kysely
      .insertInto('source')
      .values({ id: 1, followed_origin: await originOf(source.config.url) })
      .execute()
    await send()
    expect(arrived()).toEqual(['111 passed 7.5'])
  })

  test('a newer value replaces one that still waits', async () => {
    await publish([stage.sam, passed(75)])
    await publish([stage.sam, passed(80)])
    await send()
    expect(arrived()).toEqual(['111 passed 8.0'])
  })

  test('a value that is corrected while it is sent is sent again', async () => {
    await publish([stage.sam, passed(75)])
    let meanwhile: Promise<void> | undefined
    source.instead = ({ method }, response) => {
      if (method !== 'PATCH' || meanwhile) return false
      meanwhile = publish([stage.sam, failed(40)]).then(() => sendJson(response, 200, {}))
      return true
    }
    await send()
    await meanwhile
    await send()
    expect(arrived()).toEqual(['111 passed 7.5', '111 failed 4.0'])
    expect(await states()).toEqual(['sam sent'])
  })

  test('without the setting nothing is queued, and what was published then is not sent later', async () => {
    registerHooks({ ...source.config, sendsResults: false })
    await publish([stage.sam, passed(75)])
    registerHooks(source.config)
    await send()
    expect(await states()).toEqual([])
    expect(source.asked).toEqual([])
  })

  test('a withdrawn result is forgotten before it left; afterwards it stays with a teacher', async () => {
    await publish([stage.sam, passed(75)])
    await publish([stage.sam, null])
    await send()
    expect(await states()).toEqual([])
    await publish([stage.sam, passed(75)])
    await send()
    await publish([stage.sam, null])
    await send()
    expect(await states()).toEqual(['sam refused withdrawn'])
    expect(arrived()).toEqual(['111 passed 7.5'])
  })

  test.for<[string, string, () => unknown]>([
    ['an account without a number', 'number-missing', () => number('sam', null)],
    ['nobody with the number', 'person-none', () => number('sam', '999')],
    ['a number of two people', 'person-several', () => source.school.people.push(served('111', { personId: ID }))],
    ['no test', 'test-none', () => source.school.tests.shift()],
    ['a test of another module', 'test-none', () => change({ component: 'GON' })],
    ['a test the day before', 'test-none', () => change({ startDateTime: '2026-03-09T22:59:59Z' })],
    ['a test the day after', 'test-none', () => change({ startDateTime: '2026-03-10T23:00:00Z' })],
    ['a day that is none', 'test-none', () => change({ startDateTime: '2026-02-31' })],
    ['a test that was cancelled', 'test-none', () => change({ state: 'cancelled' })],
    ['two tests of the module on that day', 'test-several', () => source.school.tests.push({ ...samsTest, name: 'b' })],
  ])('%s: it is listed, and nothing is sent', async ([, reason, change_]) => {
    await publish([stage.sam, passed(75)])
    await change_()
    await send()
    await send()
    expect(await states()).toEqual([`sam refused ${reason}`])
    expect(source.patched).toEqual([])
  })
  const ID = '00000000-0000-4000-a000-000000000111'
  const change = (changed: Partial<ServedTest>) => {
    source.school.tests = [{ ...samsTest, ...changed }, noorsTest]
  }

  test('of an association with a test and those of its attempts, a result goes to the attempt', async () => {
    const attempt = (number: number) => ({ ...samsTest, attempt: number })
    const sentTo = () => source.patched.map(({ path }) => path.split('/').at(-1))
    source.school.tests.push(attempt(1))
    await publish([stage.sam, passed(75)])
    await send()
    expect(sentTo()).toEqual([associationIdOf(attempt(1))])
    source.school.tests.push(attempt(2))
    await publish([stage.sam, passed(80)])
    await send()
    expect(sentTo()).toEqual(Array.from({ length: 2 }, () => associationIdOf(attempt(1))))
    // A second try here is the second attempt there.
    await publishAt(await earlierMoment(), failed(30))
    await publish([stage.sam, passed(85)])
    await send()
    expect(sentTo().at(-1)).toBe(associationIdOf(attempt(2)))
    // Neither attempt that is left has the number of this try.
    source.school.tests.push(attempt(4))
    source.school.tests = source.school.tests.filter(({ attempt: number }) => number !== 2)
    await publish([stage.sam, passed(90)])
    await send()
    expect(await states()).toEqual(['sam refused test-several'])
    expect(source.patched).toHaveLength(3)
  })
  async function earlierMoment() {
    const { id: schoolyear_id } = await stage.database.kysely
      .selectFrom('schoolyear')
      .select('id')
      .where('active', '=', true)
      .executeTakeFirstOrThrow()
    return stage.enroll('sam', 'ALG', await addMoment(stage.database, { schoolyear_id, date: '2026-02-09' }))
  }

  test('where modules are courses there, the code of the course finds its test, and two of its tests find none', async () => {
    source.config.modules = 'courses'
    source.school.courses = [{ code: 'ALG', name: 'Algebra' }]
    const ofCourse = { component: 'ALG-T1', course: 'ALG' }
    const again = { ...samsTest, component: 'ALG-T2', course: 'ALG' }
    source.school.tests = [
      { ...samsTest, ...ofCourse },
      { ...noorsTest, ...ofCourse },
    ]
    await publish([stage.sam, passed(75)], [stage.noor, failed()])
    await send()
    expect(arrived()).toEqual(['111 passed 7.5', '222 failed null'])
    expect(source.asked.filter((asked) => asked.includes('/courses/'))).toHaveLength(1)
    source.school.tests.push(again)
    await publish([stage.sam, passed(80)])
    await send()
    expect(await states()).toEqual(['noor sent', 'sam refused test-several'])
  })

  // As programs in Java write instants unless they are set otherwise.
  test.for(['2026-03-10T08:00:00.000+0000', '2026-03-10T09:00:00+0100', '2026-03-10T09:00+01:00'])(
    'a test that begins at %s is found',
    async (startDateTime) => {
      source.school.tests[0] = { ...samsTest, startDateTime }
      await publish([stage.sam, passed(75)])
      await send()
      expect(await states()).toEqual(['sam sent'])
    },
  )

  test.for([
    [409, 'conflict'],
    [422, 'unprocessable'],
    [403, 'denied'],
    [404, 'gone'],
    [400, 'refused'],
    [405, 'refused'],
    [501, 'refused'],
  ] as const)('an answer %i ends in the list, and is never tried again; others still go', async ([status, reason]) => {
    await publish([stage.sam, passed(75)], [stage.noor, failed()])
    refuseWith(status, {}, 1)
    await send()
    now += 48 * HOUR
    await send()
    expect(await states()).toEqual(['noor sent', `sam refused ${reason}`])
    expect(arrived()).toEqual(['111 passed 7.5', '222 failed null'])
    expect(
      await stage.database.kysely.selectFrom('audit').select('about').where('action', '=', 'result-refused').execute(),
    ).toHaveLength(1)
  })

  test('an answer that is no page ends in the list too', async () => {
    await publish([stage.sam, passed(75)])
    source.instead = (_, response, path) => {
      if (!path.endsWith('/test-component-offering-associations')) return false
      sendJson(response, 200, { items: 'none' })
      return true
    }
    await send()
    expect(await states()).toEqual(['sam refused refused'])
  })

  test('a busy source gets the pause that it asks for, which outlives this process', async () => {
    await publish([stage.sam, passed(75)])
    refuseWith(429, { 'retry-after': '3600' }, 1)
    await send()
    const asked = source.asked.length
    now += HOUR - 1
    await send()
    expect(source.asked).toHaveLength(asked)
    expect(await states()).toEqual(['sam waiting'])
    now += 1
    await send()
    expect(await states()).toEqual(['sam sent'])
  })

  test('an ill source is asked less and less often, and never about one result alone', async () => {
    await publish([stage.sam, passed(75)], [stage.noor, failed()])
    refuseWith(500)
    let rounds = 0
    for (const end = now + 12 * HOUR; now < end; now += 20 * MINUTE) {
      const asked = source.patched.length
      await send()
      rounds += source.patched.length - asked
      expect(source.patched.length - asked).toBeLessThanOrEqual(1)
    }
    expect(rounds).toBeLessThan(30)
    expect(await states()).toEqual(['noor waiting', 'sam waiting'])
    expect(await stage.database.kysely.selectFrom('source').select('sending_fault').executeTakeFirst()).toEqual({
      sending_fault: 'source-away',
    })
    source.instead = undefined
    now += 2 * HOUR
    await send()
    expect(await states()).toEqual(['noor sent', 'sam sent'])
    expect(
      await stage.database.kysely.selectFrom('source').select(['sending_fault', 'sending_failures']).executeTakeFirst(),
    ).toEqual({ sending_fault: null, sending_failures: 0 })
  })

  test('two tests of a student and module arrive in the order of their publication; others do not wait', async () => {
    await publish([stage.sam, failed(40)])
    const later = await secondMoment()
    await stage.database.kysely
      .insertInto('result_sending')
      .values({
        ...{ enrollment_id: later, user_id: stage.school.users.sam, state: 'waiting' },
        ...{ queued_at: new Date(now + 1).toISOString(), available_at: new Date(now + 1).toISOString() },
      })
      .execute()
    now += 2
    await publishAt(later, passed(70))
    refuseWith(500, {}, 1)
    await send()
    // Sam's first test waits for some time after the pause of the source is over.
    await stage.database.kysely.updateTable('source').set({ sending_until: null }).execute()
    await stage.type([stage.noor, failed()])
    await stage.publish()
    await send()
    expect(arrived()).toEqual(['111 failed 4.0', '222 failed null'])
    now += HOUR
    await send()
    expect(arrived().slice(2)).toEqual(['111 failed 4.0', '111 passed 7.0'])
  })
  async function secondMoment() {
    const { id: schoolyear_id } = await stage.database.kysely
      .selectFrom('schoolyear')
      .select('id')
      .where('active', '=', true)
      .executeTakeFirstOrThrow()
    const moment = await addMoment(stage.database, { schoolyear_id, date: '2026-03-09' })
    source.school.tests.push({ ...samsTest, startDateTime: '2026-03-09T08:00:00Z' })
    return stage.enroll('sam', 'ALG', moment)
  }
  const publishAt = (enrollment_id: number, { outcome, grade }: ResultValue) =>
    stage.database.kysely
      .insertInto('result')
      .values({
        ...{ enrollment_id, user_id: stage.school.users.sam, outcome, grade, edited_at: new Date(now).toISOString() },
        ...{ published_outcome: outcome, published_grade: grade, published_at: new Date(now).toISOString() },
      })
      .execute()

  test('a process that died between sending and noting it is followed by one that sends the same again', async () => {
    await publish([stage.sam, passed(75)])
    const dying = new AbortController()
    source.instead = ({ method }) => {
      if (method !== 'PATCH') return false
      source.instead = undefined
      // It arrived, and nobody answers any more.
      dying.abort()
      return true
    }
    await send(dying.signal)
    expect(await states()).toEqual(['sam waiting'])
    await send()
    expect(arrived()).toEqual(['111 passed 7.5', '111 passed 7.5'])
    expect(await states()).toEqual(['sam sent'])
  })

  test('a process that was killed leaves its hold for a while, and then another goes on', async () => {
    await publish([stage.sam, passed(75)])
    const killed = sendResults(
      { ...desk(), database: { ...stage.database, transaction: () => Promise.reject(new Error('killed')) } },
      new AbortController().signal,
    )
    await expect(killed).rejects.toThrow('killed')
    await send()
    expect(arrived()).toHaveLength(1)
    now += 11 * MINUTE
    await send()
    expect(arrived()).toEqual(['111 passed 7.5', '111 passed 7.5'])
    expect(await states()).toEqual(['sam sent'])
  })

  test('two processes send each result once', async () => {
    await publish([stage.sam, passed(75)], [stage.noor, failed()])
    let release: (() => void) | undefined
    const reached = Promise.withResolvers<void>()
    source.instead = ({ method }, response) => {
      if (method !== 'PATCH' || release) return false
      release = () => sendJson(response, 200, {})
      reached.resolve()
      return true
    }
    const first = send()
    await reached.promise
    // The other one looks while the first waits for its answer.
    await send()
    expect(source.patched).toHaveLength(1)
    release?.()
    await first
    expect(arrived()).toEqual(['111 passed 7.5', '222 failed null'])
  })

  test('a process that was away for longer than its hold sends nothing more', async () => {
    await publish([stage.sam, passed(75)])
    source.instead = (_, response, path) => {
      if (path !== '/persons') return false
      source.instead = undefined
      // While it waits, its hold is over, and another process sends.
      now += 11 * MINUTE
      void send().then(() => sendJson(response, 200, { items: [source.school.people[0]], hasNextPage: false }))
      return true
    }
    await send()
    expect(arrived()).toEqual(['111 passed 7.5'])
  })

  test('a source that ignores the question for a number is believed only about who the copy names', async () => {
    await publish([stage.sam, passed(75)])
    source.instead = ({ url }, response, path) => {
      if (path !== '/persons') return false
      expect(url).toContain('primaryCode=111')
      sendJson(response, 200, { items: source.school.people, hasNextPage: true })
      return true
    }
    const [sam, noor] = source.school.people
    const copied = {
      student_number: '111',
      first_name: '',
      last_name: '',
      username: '',
      departments: '[]',
      page: 1,
      run: 1,
    }
    await stage.database.kysely
      .insertInto('source_person')
      .values({ ...copied, source_key: noor?.personId ?? '', is_active: true })
      .execute()
    await send()
    // The copy is of yesterday: the source says that this person has another number.
    expect(await states()).toEqual(['sam refused person-none'])
    await stage.database.kysely
      .updateTable('source_person')
      .set({ source_key: sam?.personId ?? '' })
      .execute()
    await stage.database.kysely.updateTable('result_sending').set({ state: 'waiting' }).execute()
    await send()
    expect(arrived()).toEqual(['111 passed 7.5'])
  })

  test('an answer about another person is not believed', async () => {
    await publish([stage.sam, passed(75)])
    source.school.tests.shift()
    source.instead = (_, response, path) => {
      if (!path.endsWith('/test-component-offering-associations')) return false
      const associationId = associationIdOf(noorsTest)
      const [, noor] = source.school.people
      const testComponentOfferingId = associationId
      const item = {
        associationId,
        role: 'student',
        state: 'associated',
        personId: noor?.personId,
        testComponentOfferingId,
      }
      sendJson(response, 200, { items: [item], hasNextPage: false })
      return true
    }
    await send()
    expect(await states()).toEqual(['sam refused test-none'])
  })

  test('a source that sends us elsewhere gets no result there, and none is lost', async () => {
    await publish([stage.sam, passed(75)])
    const elsewhere = await startSourceServer()
    source.instead = ({ method, url }, response) => {
      if (method !== 'PATCH') return false
      response.writeHead(307, { location: `${elsewhere.config.url}${url}` }).end()
      return true
    }
    await send()
    expect([elsewhere.asked, elsewhere.patched]).toEqual([[], []])
    expect(await states()).toEqual(['sam waiting'])
  })

  test('a secret that is refused is no fault of a result: all wait', async () => {
    await publish([stage.sam, passed(75)], [stage.noor, failed()])
    source.config.clientSecret = 'another'
    await send()
    expect(source.asked).toEqual([])
    expect(await states()).toEqual(['noor waiting', 'sam waiting'])
    expect(await stage.database.kysely.selectFrom('source').select('sending_fault').executeTakeFirst()).toEqual({
      sending_fault: 'source-refused',
    })
  })

  describe('what a teacher sees and does of it', () => {
    let api: TestApi
    let token: string
    beforeEach(async () => {
      const config = { ...readConfig({ WEB_APP: 'none', DATA_DIR: tmpdir() }), source: source.config }
      api = await startTestApi(stage.database, { config, alone: true })
      token = (await api.logIn('teacher@school.test')).token
    })
    const look = async () => {
      const { status, body } = await api.ask('GET /source', { token })
      expect(status).toBe(200)
      return getSource.reply.parse(body)
    }
    const list = async (path = '/source/results/1') => {
      const { status, body } = await api.ask(`GET ${path}`, { token })
      expect(status).toBe(200)
      return listRefusedResults.reply.parse(body)
    }
    const act = (body: object) => api.ask('POST /source/results', { token, body })

    test('how many wait and were refused, whose and why, a page at a time', async () => {
      const none = { last_sent_at: null, awaits_first: false, fault: null }
      expect((await look()).sending).toEqual({ waiting: 0, refused: 0, ...none })
      await publish([stage.sam, passed(75)], [stage.noor, failed()])
      expect((await look()).sending).toMatchObject({ waiting: 2, refused: 0 })
      refuseWith(422)
      await send()
      expect((await look()).sending).toEqual({ waiting: 0, refused: 2, ...none })
      const first = await list()
      expect(first).toMatchObject({
        counts: { found: 2 },
        entities: [
          {
            ...{ id: stage.noor, user: { student_number: '222' }, place: 'ALG, di 10 mrt 2026, 09:00' },
            ...{ result: failed(), reason: 'unprocessable', may_resend: true },
          },
        ],
      })
      const second = await list(first._links.next?.href)
      expect(second.entities.map(({ id }) => id)).toEqual([stage.sam])
      expect(second._links.next).toBeUndefined()
      source.instead = undefined
      expect((await act({ act: 'resend', enrollment_ids: [stage.sam] })).status).toBe(200)
      await eventually(async () => expect(await states()).toEqual(['noor refused unprocessable', 'sam sent']))
      const last_sent_at = new Date(MORNING).toISOString()
      expect((await look()).sending).toEqual({ waiting: 0, refused: 1, ...none, last_sent_at })
    })

    test('that all wait for a first run, which nothing hurries', async () => {
      await publish([stage.sam, passed(75)])
      expect((await look())._links).toHaveProperty('hurry')
      await stage.database.kysely.updateTable('source').set({ followed_origin: null }).execute()
      const { sending, _links } = await look()
      expect(sending).toMatchObject({ waiting: 1, awaits_first: true })
      expect(_links).not.toHaveProperty('hurry')
    })

    test('sent again or done by hand, each with its line in the log, and only what still is refused', async () => {
      await publish([stage.sam, passed(75)], [stage.noor, failed()])
      refuseWith(409, {}, 1)
      await send()
      expect(await states()).toEqual(['noor sent', 'sam refused conflict'])
      const both = { enrollment_ids: [stage.sam, stage.noor] }
      refuseWith(409, {}, 1)
      expect((await act({ act: 'resend', ...both })).status).toBe(200)
      // The act wakes the sender.
      await eventually(() => expect(source.patched.length).toBe(3))
      await eventually(async () => expect(await states()).toEqual(['noor sent', 'sam refused conflict']))
      expect((await act({ act: 'settle', ...both })).status).toBe(200)
      // Once more changes nothing.
      expect((await act({ act: 'settle', ...both })).status).toBe(200)
      await send()
      expect(await states()).toEqual(['noor sent', 'sam settled'])
      const log = await stage.database.kysely
        .selectFrom('audit')
        .select(['action', 'about', 'actor_id'])
        .where('resource', '=', 'source')
        .orderBy('id')
        .execute()
      const line = { about: '1 uitslag: ALG', actor_id: stage.school.users.teacher }
      expect(log).toEqual([
        { action: 'result-resent', ...line },
        { action: 'result-settled', ...line },
      ])
      // A correction of one that was done by hand goes again.
      await publish([stage.sam, failed(40)])
      await send()
      expect(await states()).toEqual(['noor sent', 'sam sent'])
    })

    test('a withdrawn one cannot be sent again, only be done by hand', async () => {
      await publish([stage.sam, passed(75)])
      await send()
      await publish([stage.sam, null])
      await send()
      expect((await list()).entities).toMatchObject([{ reason: 'withdrawn', may_resend: false, result: null }])
      await act({ act: 'resend', enrollment_ids: [stage.sam] })
      expect(await states()).toEqual(['sam refused withdrawn'])
      await act({ act: 'settle', enrollment_ids: [stage.sam] })
      expect(await states()).toEqual(['sam settled'])
    })

    test.for([
      ['nothing', { act: 'resend', enrollment_ids: [] }],
      ['another act', { act: 'forget', enrollment_ids: [1] }],
      ['a number that no id can be', { act: 'settle', enrollment_ids: [2 ** 53] }],
      ['more than a list shows', { act: 'settle', enrollment_ids: Array.from({ length: 1_001 }, (_, at) => at + 1) }],
    ] as const)('%s is refused', async ([, body]) => {
      expect((await act(body)).status).toBe(400)
    })

    test('where nothing is sent, nothing is offered', async () => {
      source.config.sendsResults = false
      const { sending, _links } = await look()
      expect(sending).toBeNull()
      expect(_links).not.toHaveProperty('settle_results')
    })
  })
})
