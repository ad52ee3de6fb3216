import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { assessTestmomentImport, importTestmoments } from '#api-server/acts/import/import-testmoments.ts'
import { auditTrail } from '#tests/support/api/audit-trail.ts'
import { countStatements } from '#tests/support/api/counted-database.ts'
import { storeEnrollments } from '#tests/support/api/enrolled.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addYear, MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

const LIST = [
  'datum;duur;maximum;modules;opent;sluit;tijd;zaal;plaatsen',
  '1 mei 2026;dag;2;alg, GON;1-4-2026 09:00;30-4-2026;9:00-11:30;Aula;80',
  '4-5-2026;week;;;;',
].join('\n')

const previewSchema = z.looseObject({ confirmation: z.string().nullable() })

describeOnEachDatabase('importing test moments', (open) => {
  const { database, school, api, set } = openStage(open)
  let schoolyear_id: number
  let token: string
  beforeEach(async () => {
    schoolyear_id = await addYear(database, '2026-2027', false)
    token = (await api.logIn('teacher@school.test')).token
  })

  const preview = async (text: string) => {
    const { status, body } = await api.ask('POST /import/testmoments/preview', { token, body: { text, schoolyear_id } })
    expect(status).toBe(200)
    return previewSchema.parse(body)
  }
  const confirm = (text: string, confirmation: string | null, more = {}) =>
    api.ask('POST /import/testmoments', { token, body: { text, schoolyear_id, confirmation, ...more } })
  const importList = async (text: string) => confirm(text, (await preview(text)).confirmation)
  const moments = () =>
    database.kysely
      .selectFrom('testmoment')
      .selectAll()
      .where('schoolyear_id', '=', schoolyear_id)
      .orderBy('date')
      .execute()

  test('makes two moments of a day that begin at different times, each with its modules', async () => {
    const text = 'datum;begin;modules\n1-5-2026;9:00;ALG\n1-5-2026;13:00;GON'
    const { confirmation } = await preview(text)
    const body = { text, schoolyear_id, confirmation }
    expect(await api.ask('POST /import/testmoments', { token, body })).toMatchObject({
      status: 200,
      body: { added: 2 },
    })
    const made = await database.kysely
      .selectFrom('testmoment')
      .innerJoin('testmoment_module', 'testmoment_module.testmoment_id', 'testmoment.id')
      .innerJoin('module', 'module.id', 'testmoment_module.module_id')
      .select(['testmoment.starts_at', 'module.name'])
      .where('testmoment.schoolyear_id', '=', schoolyear_id)
      .orderBy('testmoment.starts_at')
      .execute()
    expect(made).toEqual([
      { starts_at: '09:00', name: 'ALG' },
      { starts_at: '13:00', name: 'GON' },
    ])
    // The same list a second time matches both existing moments.
    expect(await preview(text)).toMatchObject({ confirmation: null, counts: { skipped: 2 } })
  })

  test('adds what the list says, closed and without automatic enrollment', async () => {
    expect(await importList(LIST)).toMatchObject({ status: 200, body: { added: 2 } })
    const [first, second] = await moments()
    expect(first).toMatchObject({
      date: '2026-05-01',
      duration: 'day',
      max_enrollments: 2,
      seats: 80,
      enrollments_enabled: false,
      enrollments_open_at: '2026-04-01T07:00:00.000Z',
      enrollments_close_at: '2026-04-30T21:59:00.000Z',
      ...{ location: 'Aula', starts_at: '09:00', ends_at: '11:30' },
    })
    expect(second).toMatchObject({
      date: '2026-05-04',
      duration: 'week',
      max_enrollments: 0,
      seats: 0,
      enrollments_enabled: false,
      ...{ location: null, starts_at: null, ends_at: null },
    })
    const modules = await database.kysely
      .selectFrom('testmoment_module')
      .select(['testmoment_id', 'module_id', 'auto_enroll'])
      .where('testmoment_id', 'in', [first?.id ?? 0, second?.id ?? 0])
      .orderBy('module_id')
      .execute()
    const { ALG, GON } = school.modules
    expect(modules).toEqual(
      [ALG, GON].map((module_id) => ({ testmoment_id: first?.id, module_id, auto_enroll: false })),
    )
  })

  test('notes each moment that it made', async () => {
    await importList(LIST)
    const made = await moments()
    expect((await auditTrail(database)).filter((entry) => entry.includes('testmoment')).toSorted()).toEqual(
      made.map(({ id }) => `user ${school.users.teacher} imported testmoment ${id}: `).toSorted(),
    )
  })

  test('changes nothing the second time', async () => {
    await importList(LIST)
    const after = await moments()
    expect(await preview(LIST)).toMatchObject({ confirmation: null, counts: { added: 0, skipped: 2 } })
    expect(await confirm(LIST, 'nogmaals')).toMatchObject({ status: 409, body: { reason: 'plan-changed' } })
    expect(await moments()).toEqual(after)
  })

  test('does all or nothing: a module that nobody knows keeps the whole list out', async () => {
    const list = `${LIST}\n8-5-2026;dag;;NIX`
    expect(await preview(list)).toMatchObject({
      confirmation: null,
      lines: [
        { findings: [{ verdict: 'new' }] },
        { findings: [{ verdict: 'new' }] },
        { line: 4, findings: [{ verdict: 'module-unknown', about: 'NIX' }] },
      ],
    })
    expect(await confirm(list, 'toch maar')).toMatchObject({ status: 409 })
    expect(await moments()).toEqual([])
  })

  test('asks again when an opening has passed since the preview', async () => {
    const { confirmation } = await preview(LIST)
    api.clock.now = Date.parse('2026-04-01T07:01:00.000Z')
    token = (await api.logIn('teacher@school.test')).token
    expect(await confirm(LIST, confirmation)).toMatchObject({
      status: 409,
      body: { preview: { lines: [{ findings: [{ verdict: 'opening-past' }] }, { findings: [{ verdict: 'new' }] }] } },
    })
    expect(await moments()).toEqual([])
  })

  test('holds a confirmation for just the school year that was shown', async () => {
    const { confirmation } = await preview(LIST)
    const other = await addYear(database, '2027-2028', false)
    expect(await confirm(LIST, confirmation, { schoolyear_id: other })).toMatchObject({ status: 409 })
  })

  describe('as an update', () => {
    const HEADER = 'datum;tijd;zaal;plaatsen;maximum;modules'
    const inThisYear = async () => {
      const active = database.kysely.selectFrom('schoolyear').select('id').where('active', '=', true)
      schoolyear_id = (await active.executeTakeFirstOrThrow()).id
    }
    const previewUpdate = async (text: string) => {
      const body = { text, schoolyear_id, update: true }
      return previewSchema.parse((await api.ask('POST /import/testmoments/preview', { token, body })).body)
    }
    const momentOf = (id: number) =>
      database.kysely.selectFrom('testmoment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const modulesOf = async (id: number) => {
      const listed = database.kysely.selectFrom('testmoment_module').select('module_id').where('testmoment_id', '=', id)
      return (await listed.orderBy('module_id').execute()).map(({ module_id }) => module_id)
    }

    test('gives a moment what the list says of it, and leaves what it does not, with who is enrolled there', async () => {
      await inThisYear()
      const { moments: at, modules, users } = school
      await storeEnrollments(database, { user_id: users.sam, testmoment_id: at.listed, module_id: modules.ALG })
      const before = await momentOf(at.listed)
      const text = `${HEADER}\n17-4-2026;9:00-11:00;Aula;;;GON\n18-4-2026`
      expect(await previewUpdate(text)).toMatchObject({
        counts: { added: 1, changed: 1, remarks: 1 },
        students_concerned: 1,
        lines: [
          {
            findings: [
              { verdict: 'updated' },
              { verdict: 'modules-kept', about: 'ALG' },
              { verdict: 'students-untold', about: '1' },
            ],
          },
          { findings: [{ verdict: 'new' }] },
        ],
      })
      const { confirmation } = await previewUpdate(text)
      const message = { key: randomUUID(), subject: 'Andere tijd', text: 'De toets begint om 9 uur.' }
      const { status, body } = await confirm(text, confirmation, { update: true, message })
      expect({ status, body }).toMatchObject({ status: 200, body: { added: 1, changed: 1 } })
      const notified = await database.kysely.selectFrom('message_recipient').select('user_id').execute()
      expect(notified).toEqual([{ user_id: users.sam }])
      expect(await momentOf(at.listed)).toEqual({
        ...before,
        ...{ starts_at: '09:00', ends_at: '11:00', location: 'Aula', version: before.version + 2 },
      })
      expect(await modulesOf(at.listed)).toEqual([modules.ALG, modules.GON].toSorted((one, other) => one - other))
      expect(await database.kysely.selectFrom('enrollment').selectAll().execute()).toHaveLength(1)
      expect(await auditTrail(database)).toEqual(
        expect.arrayContaining([
          `user ${users.teacher} edited testmoment ${at.listed}: ends_at location starts_at`,
          `user ${users.teacher} modules-edited testmoment ${at.listed}: modules`,
        ]),
      )
    })

    test('asks again when somebody changed the moment since, or enrolled there', async () => {
      await inThisYear()
      const { moments: at, modules, users } = school
      const text = `${HEADER}\n17-4-2026;9:00-11:00;Aula;1`
      const { confirmation } = await previewUpdate(text)
      await storeEnrollments(database, { user_id: users.sam, testmoment_id: at.listed, module_id: modules.ALG })
      expect(await confirm(text, confirmation, { update: true })).toMatchObject({
        status: 409,
        body: { reason: 'plan-changed', preview: { counts: { remarks: 1 } } },
      })
      expect(await momentOf(at.listed)).toMatchObject({ location: null, seats: 0 })
    })

    test('refuses what an edit by hand would be refused', async () => {
      await inThisYear()
      const moment = { starts_at: '12:00', ends_at: '14:00' }
      await set.moment('listed', moment)
      expect(await previewUpdate('datum;eindtijd\n17-4-2026;11:00')).toMatchObject({
        confirmation: null,
        lines: [{ findings: [{ verdict: 'end-too-early' }], changes: [] }],
      })
    })
  })

  test('knows no school year that is not there', async () => {
    const body = { text: LIST, schoolyear_id: 2_147_483_647 }
    expect(await api.ask('POST /import/testmoments/preview', { token, body })).toMatchObject({ status: 404 })
  })

  test('takes a thousand moments by hardly more statements than three', async () => {
    const list = (from: number, count: number) => {
      const dates = Array.from({ length: count }, (_, at) =>
        new Date(from + at * 86_400_000).toISOString().slice(0, 10),
      )
      return ['datum;modules', ...dates.map((date) => `${date};ALG`)].join('\n')
    }
    const statementsFor = async (from: string, count: number) => {
      const text = list(Date.parse(from), count)
      const wish = { text, schoolyear_id }
      const confirmation = (await assessTestmomentImport(database.kysely, wish, MORNING)).preview.confirmation ?? ''
      const { database: counted, answered } = countStatements(database)
      const desk = { database: counted, clock: () => MORNING }
      await importTestmoments(desk, { ...wish, confirmation }, school.users.teacher)
      return answered.count
    }
    const few = await statementsFor('2026-05-01', 3)
    // Each statement keeps or logs some hundreds of lines.
    expect(await statementsFor('2030-01-01', 1_000)).toBeLessThanOrEqual(few + 20)
  })
})
