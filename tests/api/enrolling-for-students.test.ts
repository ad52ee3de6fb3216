import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createEnrollmentSchemas,
  listTestmomentEnrollmentsSchemas,
  moveEnrollmentSchemas,
} from '#contract/enrollments.schema.ts'
import { listTestmomentsSchemas } from '#contract/testmoments.schema.ts'
import type { Database } from '#database/engine/open-database.ts'
import { auditTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { countStatements } from '#tests/support/api/counted-database.ts'
import { startTestApi, type TestApi } from '#tests/support/api/test-api.ts'
import { addUser, startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

describeOnEachDatabase('an administrator who enrolls a student', (open) => {
  let database: Database
  let school: TestSchool
  let api: TestApi
  let token: string
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    school = await startTestSchool(database)
    await emptyAuditTrail(database)
    api = await startTestApi(database)
    token = (await api.logIn('teacher@school.test')).token
  })

  type Moment = keyof TestSchool['moments']
  type Module = keyof TestSchool['modules']
  const wish = (moment: Moment, module: Module) => ({
    user_id: school.users.sam,
    testmoment_id: school.moments[moment],
    module_id: school.modules[module],
  })
  const enroll = (moment: Moment, module: Module, by = token) =>
    api.ask('POST /enrollment', { token: by, body: wish(moment, module) })
  const leave = (id: number, by = token) => api.ask(`DELETE /enrollment/${id}`, { token: by })
  const idIn = (body: unknown) => createEnrollmentSchemas.reply.parse(body).entity.id
  const held = async () => (await database.kysely.selectFrom('enrollment').select('id').execute()).length
  const hold = async (moment: Moment, module: Module) => {
    const row = { ...wish(moment, module), created_at: '2026-02-01T09:00:00.000Z' }
    return (await database.kysely.insertInto('enrollment').values(row).returning('id').executeTakeFirstOrThrow()).id
  }

  describe('may do so also when enrollment is closed', () => {
    test('by the flag', async () => {
      const { status, body } = await enroll('closed', 'ALG')
      expect(status).toBe(201)
      expect(await leave(idIn(body))).toMatchObject({ status: 200 })
    })

    test('by the time', async () => {
      api.clock.now = Date.parse('2026-03-10T12:00:00.000Z')
      token = (await api.logIn('teacher@school.test')).token
      const { status, body } = await enroll('closing', 'ALG')
      expect(status).toBe(201)
      expect(await leave(idIn(body))).toMatchObject({ status: 200 })
    })
  })

  describe('keeps every other rule', () => {
    test.for<[reason: string, Moment, Module]>([
      ['schoolyear-inactive', 'lastYear', 'ALG'],
      ['testmoment-past', 'past', 'ALG'],
      ['module-unavailable', 'closed', 'OLD'],
      ['module-unavailable', 'closed', 'ELSEWHERE'],
      ['module-unavailable', 'listed', 'GON'],
    ])('%s: %s, %s', async ([reason, moment, module]) => {
      expect(await enroll(moment, module)).toMatchObject({ status: 422, body: { reason } })
      expect(await held()).toBe(0)
      expect(await auditTrail(database)).toEqual([])
    })

    test('module-completed', async () => {
      const { user_id, module_id } = wish('closed', 'ALG')
      const row = { user_id, module_id, created_at: '2026-01-01T00:00:00.000Z' }
      await database.kysely.insertInto('completed_module').values(row).execute()
      expect(await enroll('closed', 'ALG')).toMatchObject({ status: 422, body: { reason: 'module-completed' } })
    })

    test('existing-enrollment', async () => {
      await hold('open', 'ALG')
      expect(await enroll('closed', 'ALG')).toMatchObject({ status: 422, body: { reason: 'existing-enrollment' } })
    })

    test('no-slots-left: never beyond the limit', async () => {
      await hold('single', 'ALG')
      expect(await enroll('single', 'GON')).toMatchObject({ status: 422, body: { reason: 'no-slots-left' } })
    })

    test('what is past is history, and stays', async () => {
      expect(await leave(await hold('past', 'ALG'))).toMatchObject({ status: 422, body: { reason: 'testmoment-past' } })
      expect(await held()).toBe(1)
      expect(await auditTrail(database)).toEqual([])
    })

    test('what is gone is not found', async () => {
      expect(await leave(2_147_483_647)).toMatchObject({ status: 404 })
    })
  })

  describe('is recorded', () => {
    const lines = (...actions: string[]) =>
      actions.map((action) => `user ${school.users.teacher} ${action} user ${school.users.sam}: `)

    test('with each enrollment made and ended, under the student', async () => {
      const { body } = await enroll('closed', 'ALG')
      await leave(idIn(body))
      expect(await auditTrail(database)).toEqual(lines('enrolled', 'unenrolled'))
    })

    test('with a move as both', async () => {
      const id = await hold('open', 'ALG')
      const body = { testmoment_id: school.moments.other }
      const moved = await api.ask(`POST /enrollment/${id}/move`, { token, body })
      expect(moveEnrollmentSchemas.reply.parse(moved.body).entity.testmoment_id).toBe(school.moments.other)
      expect(await auditTrail(database)).toEqual(lines('unenrolled', 'enrolled'))
    })

    test('in the enrollment itself, which names who moved it last', async () => {
      const made = () => database.kysely.selectFrom('enrollment').select(['maker', 'maker_id']).execute()
      const byTeacher = [{ maker: 'administrator', maker_id: school.users.teacher }]
      const byStudent = [{ maker: 'student', maker_id: null }]
      const sam = (await api.logIn('sam@school.test')).token
      const move = async (id: number, to: Moment, by: string) => {
        const body = { testmoment_id: school.moments[to] }
        return idIn((await api.ask(`POST /enrollment/${id}/move`, { token: by, body })).body)
      }
      let id = idIn((await enroll('open', 'ALG')).body)
      expect(await made()).toEqual(byTeacher)
      id = await move(id, 'other', sam)
      expect(await made()).toEqual(byStudent)
      id = await move(id, 'open', token)
      expect(await made()).toEqual(byTeacher)
      await leave(id)
      await enroll('open', 'ALG', sam)
      expect(await made()).toEqual(byStudent)
    })

    test('not when it changes nothing', async () => {
      await hold('open', 'ALG')
      expect(await enroll('open', 'ALG')).toMatchObject({ status: 200 })
      expect(await auditTrail(database)).toEqual([])
    })

    test('only together with what was done: a crowd and a teacher at once leave as many lines as enrollments', async () => {
      const noor = (await api.logIn('noor@school.test')).token
      const body = { ...wish('open', 'GON'), user_id: school.users.noor }
      const answers = await Promise.all([
        enroll('closed', 'ALG'),
        api.ask('POST /enrollment', { token: noor, body }),
        enroll('other', 'GON'),
        enroll('single', 'GON'),
      ])
      // Which of the two for the one slot comes first is the servers' to say.
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 422])
      expect(await auditTrail(database)).toEqual(lines('enrolled', 'enrolled'))
    })

    test('of a student’s own enrolling nothing, which asks the audit nothing', async () => {
      const counted = countStatements(database)
      const other = await startTestApi(counted.database)
      const sam = (await other.logIn('sam@school.test')).token
      const { body } = await other.ask('POST /enrollment', { token: sam, body: wish('open', 'ALG') })
      await other.ask(`DELETE /enrollment/${idIn(body)}`, { token: sam })
      expect(counted.statements).toContain('delete enrollment')
      expect(counted.statements.filter((statement) => statement.includes('audit'))).toEqual([])
      expect(await auditTrail(database)).toEqual([])
    })
  })

  describe('reads who is enrolled', () => {
    type Person = keyof TestSchool['users']
    /** Made by themselves at this minute of the morning. */
    const add = (user_id: number, moment: Moment, module: Module, minute = 0) =>
      database.kysely
        .insertInto('enrollment')
        .values({
          ...wish(moment, module),
          user_id,
          created_at: new Date(Date.UTC(2026, 1, 1, 9, minute)).toISOString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
        .then(({ id }) => id)
    const page = async (path: string, by = token) => {
      const { status, body } = await api.ask(`GET ${path}`, { token: by })
      expect(status, path).toBe(200)
      const { entities, _links } = listTestmomentEnrollmentsSchemas.reply.parse(body)
      return { entities, ids: entities.map(({ id }) => id), next: _links.next?.href }
    }
    const at = (moment: Moment, size = 100) => `/testmoment/${school.moments[moment]}/enrollments/${size}`
    const of = (user: Person, size = 100) => `/user/${school.users[user]}/enrollments/${size}`
    const placeOf = async (moment: Moment) => {
      const place = database.kysely.selectFrom('testmoment').select(['id', 'schoolyear_id'])
      const { id, schoolyear_id } = await place.where('id', '=', school.moments[moment]).executeTakeFirstOrThrow()
      return `/schoolyear/${schoolyear_id}/testmoment/${id}`
    }

    test('at a moment, by its link: whose each is, in what, since when, and how to end it', async () => {
      const own = await add(school.users.noor, 'closed', 'GON', 5)
      const later = await add(school.users.sam, 'closed', 'ALG', 7)
      await add(school.users.sam, 'open', 'STA', 6)
      const years = (await placeOf('closed')).replace(/testmoment\/.*/, 'testmoments/20')
      const moments = listTestmomentsSchemas.reply.parse((await api.ask(`GET ${years}`, { token })).body).entities
      const link = moments.find(({ id }) => id === school.moments.closed)?._links.enrollments.href
      const { entities, ids, next } = await page(link ?? '')
      expect([ids, next]).toEqual([[own, later], undefined])
      expect(entities[0]).toEqual({
        id: own,
        user_id: school.users.noor,
        user: {
          id: school.users.noor,
          username: 'noor@school.test',
          first_name: 'Sam',
          last_name: 'de Vries',
          student_number: null,
        },
        testmoment_id: school.moments.closed,
        testmoment: {
          id: school.moments.closed,
          date: '2026-04-10',
          duration: 'day',
          location: null,
          starts_at: null,
          ends_at: null,
        },
        module_id: school.modules.GON,
        module_name: 'GON',
        created_at: '2026-02-01T09:05:00.000Z',
        _links: {
          delete: { method: 'DELETE', href: `/api/v1/enrollment/${own}` },
          move: { method: 'POST', href: `/api/v1/enrollment/${own}/move` },
        },
      })
      expect(await page(at('single'))).toMatchObject({ ids: [], next: undefined })
    })

    test('page by page, none twice and none lost while others enroll and leave, also of one instant', async () => {
      const before: number[] = []
      for (let n = 0; n < 7; n++) {
        const user = await addUser(database, { username: `many${n}@school.test` })
        before.push(await add(user, 'open', 'ALG', n < 4 ? 0 : n))
      }
      const seen: number[] = []
      for (let next: string | undefined = at('open', 2); next; ) {
        const found = await page(next)
        seen.push(...found.ids)
        next = found.next
        if (seen.length === 2) await leave(before[0] ?? 0)
        const user = await addUser(database, { username: `meanwhile${seen.length}@school.test` })
        if (seen.length < 7) await add(user, 'open', 'GON', -1)
        if (seen.length === 6) before.push(await add(user, 'open', 'ALG', 30))
      }
      expect(seen).toEqual(before)
    })

    test('in the moment itself where that is asked for, and only then', async () => {
      const id = await add(school.users.noor, 'past', 'GON')
      const place = await placeOf('past')
      const read = async (query = '') => api.ask(`GET ${place}${query}`, { token })
      expect((await read()).body).not.toHaveProperty('enrollments')
      const { body } = await read('?with=enrollments')
      expect(body).toMatchObject({
        tests: 1,
        enrollments: [{ id, user_id: school.users.noor, module_name: 'GON', _links: {} }],
      })
      expect((await read('?with=everything')).status).toBe(400)
    })

    test('of a student, who sees their own alone, also at past moments', async () => {
      const past = await add(school.users.sam, 'past', 'ALG', 3)
      const lastYear = await add(school.users.sam, 'lastYear', 'GON', 1)
      const open = await add(school.users.sam, 'open', 'STA', 2)
      const closed = await add(school.users.sam, 'closed', 'GON', 4)
      await add(school.users.noor, 'open', 'STA')
      const sam = (await api.logIn('sam@school.test')).token
      const all = [lastYear, open, past, closed]
      const links = async (by: string) => {
        const { ids, entities } = await page(of('sam'), by)
        expect(ids).toEqual(all)
        return entities.map(({ _links }) => Object.keys(_links).join())
      }
      expect(await links(sam)).toEqual(['delete,move,calendar', 'delete,move,calendar', 'calendar', 'calendar'])
      expect(await links(token)).toEqual(['delete,move', 'delete,move', '', 'delete,move'])
      const first = await page(of('sam', 3), sam)
      expect([first.ids, (await page(first.next ?? '', sam)).ids]).toEqual([all.slice(0, 3), [closed]])
      for (const path of [of('noor'), of('guest'), at('open'), `${await placeOf('open')}?with=enrollments`])
        expect(await api.ask(`GET ${path}`, { token: sam }), path).toMatchObject({ status: 403 })
    })

    test('of nobody and at no moment not at all, nor from where no page ends', async () => {
      const nobody = 2_147_483_647
      for (const path of [`/testmoment/${nobody}/enrollments/20`, `/user/${nobody}/enrollments/20`, of('guest')])
        expect(await api.ask(`GET ${path}`, { token }), path).toMatchObject({ status: 404 })
      const forged = Buffer.from('["yesterday",1]').toString('base64url')
      for (const path of [`${at('open')}?cursor=${forged}`, `${of('sam')}?cursor=x`, at('open', 0), of('sam', 1_001)])
        expect(await api.ask(`GET ${path}`, { token }), path).toMatchObject({ status: 400 })
    })
  })
})
