import { beforeEach, describe, expect, test } from 'vitest'
import { createTestmoment, getTestmoment, listTestmoments } from '#contract/testmoments.calls.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { countStatements } from '#tests/support/api/counted-database.ts'
import { openingsToAnnounce } from '#tests/support/api/enrolled.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { startTestApi } from '#tests/support/api/test-api.ts'
import { addMoment, addYear, MORNING, type Moment } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const NOBODY = 2_147_483_647

describeOnEachDatabase('test moments', (open) => {
  const { database, school, ask, enroll, add } = openStage(open, { as: 'teacher', loggedIn: ['teacher'] })
  let thisYear: number
  let lastYear: number
  beforeEach(async () => {
    const years = await database.kysely.selectFrom('schoolyear').select(['id', 'active']).execute()
    thisYear = years.find(({ active }) => active)?.id ?? 0
    lastYear = years.find(({ active }) => !active)?.id ?? 0
  })

  const nameOf = (id: number) => Object.entries(school.moments).find(([, moment]) => moment === id)?.[0]
  const at = (moment: Moment, year = thisYear) => `/schoolyear/${year}/testmoment/${school.moments[moment]}`
  const read = async (moment: Moment) => getTestmoment.reply.parse((await ask(`GET ${at(moment)}`)).body)

  describe('of a school year', () => {
    const page = async (path: string) => {
      const { status, body } = await ask(`GET ${path}`)
      expect(status).toBe(200)
      const { entities, _links } = listTestmoments.reply.parse(body)
      return { names: entities.map(({ id }) => nameOf(id)), next: _links.next?.href, entities }
    }

    test('come by their first day, page by page', async () => {
      const first = await page(`/schoolyear/${thisYear}/testmoments/3`)
      expect(first.names).toEqual(['past', 'open', 'other'])
      const second = await page(first.next ?? '')
      expect(second.names).toEqual(['single', 'closed', 'listed'])
      expect(await page(second.next ?? '')).toMatchObject({ names: ['closing'], next: undefined })
      expect(await page(`/schoolyear/${thisYear}/testmoments/7`)).toMatchObject({ next: undefined })
      expect(await page(`/schoolyear/${lastYear}/testmoments/20`)).toMatchObject({ names: ['lastYear'] })
    })

    test('on one day come in the order in which they were made, none twice and none lost', async () => {
      const year = await addYear(database, '2030-2031', false)
      const made: number[] = []
      for (let n = 0; n < 5; n++) made.push(await add.moment({ schoolyear_id: year, date: '2031-01-06' }))
      const seen: number[] = []
      for (let path: string | undefined = `/schoolyear/${year}/testmoments/2`; path; ) {
        const { entities, next } = await page(path)
        seen.push(...entities.map(({ id }) => id))
        await add.moment({ schoolyear_id: year, date: '2030-12-24' })
        path = next
      }
      expect(seen).toEqual(made)
    })

    test('are sorted by their day from behind, and by their students, even while others enroll', async () => {
      const all = async (sort: string, meanwhile = async () => {}) => {
        const seen: (string | undefined)[] = []
        for (let next: string | undefined = `/schoolyear/${thisYear}/testmoments/2?sort=${sort}`; next; ) {
          const found = await page(next)
          seen.push(...found.names)
          next = found.next
          await meanwhile()
        }
        return seen
      }
      const byDay = ['past', 'open', 'other', 'single', 'closed', 'listed', 'closing']
      expect(await all('date')).toEqual(byDay)
      expect(await all('-date')).toEqual(byDay.toReversed())
      await enroll('sam', 'single', 'ALG', 'GON')
      await enroll('noor', 'single')
      await enroll('sam', 'listed', 'STA')
      const created_at = new Date(MORNING + 1).toISOString()
      const late = (testmoment: Moment, user: 'sam' | 'noor') =>
        database.kysely
          .insertInto('enrollment')
          .values({
            user_id: school.users[user],
            testmoment_id: school.moments[testmoment],
            module_id: school.modules.GON,
            created_at,
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      const sorted = await all('students', async () => {
        await late('past', 'sam')
        await late('past', 'noor')
        await late('closing', 'noor')
      })
      expect(sorted.slice(-2)).toEqual(['listed', 'single'])
      expect(sorted.toSorted()).toEqual(byDay.toSorted())
      expect((await all('-students')).toSorted()).toEqual(byDay.toSorted())
    })

    test('show how many students and tests each has, and its modules', async () => {
      await enroll('sam', 'open', 'ALG', 'GON')
      await enroll('noor', 'open')
      const { entities } = await page(`/schoolyear/${thisYear}/testmoments/20`)
      const countsOf = (moment: Moment) => {
        const found = entities.find(({ id }) => nameOf(id) === moment)
        return [found?.students, found?.tests, found?.modules.map(({ name }) => name)]
      }
      expect(countsOf('open')).toEqual([2, 3, []])
      expect(countsOf('listed')).toEqual([0, 0, ['ALG']])
    })

    test('take as many questions to the database for a page of one as for one of all', async () => {
      const counted = countStatements(database)
      const countedApi = await startTestApi(counted.database)
      const { token } = await countedApi.logIn('teacher@school.test')
      const questions = async (size: number) => {
        counted.statements.length = 0
        await countedApi.ask(`GET /schoolyear/${thisYear}/testmoments/${size}`, { token })
        return counted.statements.filter((statement) => /schoolyear|testmoment|module|enrollment/.test(statement))
      }
      const all = ['schoolyear', 'testmoment', 'testmoment', 'testmoment_module', 'enrollment', 'testmoment'].map(
        (table) => `select ${table}`,
      )
      expect(await questions(1)).toEqual(all)
      expect(await questions(20)).toEqual(all)
    })

    test('come as those that are history, and those that are not, with how many of each there are', async () => {
      // a week that began six days ago is on its last day; a day of then is history
      const add = (date: string, duration: 'day' | 'week') =>
        addMoment(database, { schoolyear_id: thisYear, date, duration })
      const [week, day, today] = [
        await add('2026-03-04', 'week'),
        await add('2026-03-04', 'day'),
        await add('2026-03-10', 'day'),
      ]
      const list = async (query: string) => {
        const { body } = await ask(`GET /schoolyear/${thisYear}/testmoments/3?${query}`)
        return listTestmoments.reply.parse(body)
      }
      const idsIn = ({ entities }: Awaited<ReturnType<typeof list>>) => entities.map(({ id }) => id)
      const past = await list('when=past&sort=-date')
      expect(idsIn(past)).toEqual([day, school.moments.past])
      expect(past.counts).toEqual({ past: 2, ahead: 8 })
      expect(past._links.next).toBeUndefined()

      const ahead = await list('when=ahead')
      expect(idsIn(ahead)).toEqual([week, today, school.moments.open])
      expect(ahead.counts).toEqual({ past: 2, ahead: 8 })
      expect(ahead._links.next?.href).toContain('when=ahead')
      expect(idsIn(await list('when=past&sort=students')).toSorted()).toEqual([day, school.moments.past].toSorted())
    })
    test('of a year that is not there are not found, and a cursor of our own making is malformed', async () => {
      expect(await ask(`GET /schoolyear/${NOBODY}/testmoments/10`)).toMatchObject({ status: 404 })
      const forged = Buffer.from('["2026-02-30",1]').toString('base64url')
      expect(await ask(`GET /schoolyear/${thisYear}/testmoments/10?cursor=${forged}`)).toMatchObject({ status: 400 })
    })
  })

  describe('one by one', () => {
    test('are read in their own school year only', async () => {
      expect(await read('listed')).toMatchObject({ id: school.moments.listed, schoolyear_id: thisYear, version: 1 })
      expect(await ask(`GET ${at('listed', lastYear)}`)).toMatchObject({ status: 404, body: { reason: 'not-found' } })
      expect(await ask(`PUT ${at('listed', lastYear)}`, { max_enrollments: 3 })).toMatchObject({ status: 404 })
      expect(await ask(`DELETE ${at('listed', lastYear)}`)).toMatchObject({ status: 404 })
      expect(await ask(`GET /schoolyear/${thisYear}/testmoment/${NOBODY}`)).toMatchObject({ status: 404 })
    })

    test('lead to all that can be done with them', async () => {
      const { _links } = await read('open')
      const [own, alone] = [`/api/v1${at('open')}`, `/api/v1/testmoment/${school.moments.open}`]
      expect(_links).toEqual({
        edit: { method: 'PUT', href: own },
        delete: { method: 'DELETE', href: own },
        edit_preview: { method: 'GET', href: `${alone}/edit-preview` },
        modules: { method: 'GET', href: `${alone}/modules` },
        edit_modules: { method: 'PUT', href: `${alone}/modules` },
        enrollments: { method: 'GET', href: `${alone}/enrollments/100` },
        waiting: { method: 'GET', href: `${alone}/waiting/100` },
        export: { method: 'GET', href: `${alone}/export` },
        presence_checklist: { method: 'GET', href: `${alone}/presence-checklist` },
        presence: { method: 'GET', href: `${alone}/presence` },
        invigilators: { method: 'GET', href: `${alone}/invigilators` },
        results: { method: 'GET', href: `${alone}/results` },
        presence_checklist_by_module: { method: 'GET', href: `${alone}/presence-checklist?list=modules` },
        extra_time: { method: 'GET', href: `${alone}/extra-time` },
      })
    })
  })

  describe('that are new', () => {
    const create = (body: unknown, year = thisYear) => ask(`POST /schoolyear/${year}/testmoment`, body)

    test('last a day, have no limit, offer all modules and are closed, where nothing else is said', async () => {
      const { status, body } = await create({ moment: '2026-06-01', enrollments_enabled: false })
      expect(status).toBe(201)
      const { entity } = createTestmoment.reply.parse(body)
      expect(entity).toMatchObject({
        schoolyear_id: thisYear,
        date: '2026-06-01',
        duration: 'day',
        enrollments_enabled: false,
        enrollments_open_at: null,
        enrollments_close_at: null,
        max_enrollments: 0,
        seats: 0,
        location: null,
        starts_at: null,
        ends_at: null,
        modules: [],
        version: 1,
      })
      expect((await ask(`GET ${entity._links.edit.href}`)).body).toEqual(entity)
      expect(await auditTrail(database)).toEqual([`user ${school.users.teacher} created testmoment ${entity.id}: `])
      expect(await openingsToAnnounce(database)).toEqual([])
    })

    test('may last a week, with a maximum and modules of their own, in one write', async () => {
      const [one, other] = [school.modules.ALG, school.modules.GON]
      const wish = { moment: '2026-06-01', duration: 'week', max_enrollments: 3, module_ids: [other, one, one] }
      const { status, body } = await create(wish)
      expect(status).toBe(201)
      const { entity } = createTestmoment.reply.parse(body)
      expect(entity).toMatchObject({ duration: 'week', max_enrollments: 3, version: 1 })
      expect(entity.modules.map(({ id, auto_enroll }) => [id, auto_enroll])).toEqual([
        [one, false],
        [other, false],
      ])
      expect(await auditTrail(database)).toEqual([
        `user ${school.users.teacher} created testmoment ${entity.id}: modules`,
      ])
      // Refused as a whole: nothing of it is made.
      for (const [wrong, refusal] of [
        [{ module_ids: [one, NOBODY] }, { status: 422, body: { reason: 'module-unknown' } }],
        [{ starts_at: '09:00' }, { status: 422, body: { reason: 'week-with-times' } }],
        [{ max_enrollments: -1 }, { status: 400 }],
        [{ duration: 'month' }, { status: 400 }],
      ] as const)
        expect(await create({ ...wish, moment: '2026-06-09', ...wrong })).toMatchObject(refusal)
      expect(await auditTrail(database)).toHaveLength(1)
    })

    test('may have seats, and none too many', async () => {
      const { status, body } = await create({ moment: '2026-06-01', seats: 80 })
      expect(status).toBe(201)
      expect(createTestmoment.reply.parse(body).entity).toMatchObject({ seats: 80, max_enrollments: 0 })
      for (const seats of [-1, 1.5, 100_001, '80'])
        expect(await create({ moment: '2026-06-02', seats })).toMatchObject({ status: 400 })
    })

    test('may have a place and times, by the rules of an edit', async () => {
      const place = { location: 'Zaal 3.14', starts_at: '09:00', ends_at: '11:30' }
      const { status, body } = await create({ moment: '2026-06-01', ...place, location: ' Zaal  3.14' })
      expect(status).toBe(201)
      expect(createTestmoment.reply.parse(body).entity).toMatchObject(place)
      for (const [wrong, reason] of [
        [{ ...place, ends_at: '09:00' }, 'end-too-early'],
        [{ ends_at: '11:30' }, 'end-without-start'],
        [{ location: 'x'.repeat(81) }, 'location-too-long'],
      ] as const)
        expect(await create({ moment: '2026-06-02', ...wrong })).toMatchObject({ status: 422, body: { reason } })
      expect(await create({ moment: '2026-06-02', starts_at: '9:00' })).toMatchObject({ status: 400 })
    })

    test('are refused where they would be open from the start, and then not made', async () => {
      expect(await create({ moment: '2026-06-01', enrollments_enabled: true })).toMatchObject({
        status: 422,
        body: { reason: 'testmoment-starts-closed', message: expect.stringMatching(/is gesloten voor inschrijvingen/) },
      })
      expect(await auditTrail(database)).toEqual([])
    })

    test('need a day that exists, and a year that does', async () => {
      for (const moment of ['2026-02-30', '2026-6-1', '0000-01-01', '10000-01-01', '', null, undefined])
        expect(await create({ moment }), String(moment)).toMatchObject({ status: 400 })
      expect(await create({ moment: '2026-06-01' }, NOBODY)).toMatchObject({ status: 404 })
    })
  })
})
