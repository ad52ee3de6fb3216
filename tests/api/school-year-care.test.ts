import { beforeEach, describe, expect, test } from 'vitest'
import { lockSchool } from '#api-server/platform/locks.ts'
import { getSchoolyear, listSchoolyears } from '#contract/schoolyears.calls.ts'
import { auditTrail, emptyAuditTrail } from '#tests/support/api/audit-trail.ts'
import { openStage } from '#tests/support/api/stage.ts'
import { addYear } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { halfway, holdUser, meanwhile } from '#tests/support/halfway.ts'

const autumn = { name: 'Herfstvakantie', first_day: '2026-10-17', last_day: '2026-10-25' }
const spring = { name: 'Meivakantie', first_day: '2027-04-26', last_day: '2027-05-09' }

describeOnEachDatabase('school years', (open) => {
  const { database, school, ask } = openStage(open, { as: 'teacher', loggedIn: ['teacher'] })
  /** active, with moments; inactive, with a moment; inactive and empty */
  let years: { active: number; last: number; next: number }
  beforeEach(async () => {
    const next = await addYear(database, '2026-2027', false)
    const rows = await database.kysely.selectFrom('schoolyear').select(['id', 'name']).execute()
    const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? 0
    years = { active: idOf('2025-2026'), last: idOf('2024-2025'), next }
    await emptyAuditTrail(database)
  })

  const read = async (id: number) => getSchoolyear.reply.parse((await ask(`GET /schoolyear/${id}`)).body)
  const names = async (query = '') => {
    const { body } = await ask(`GET /schoolyears/10${query}`)
    return listSchoolyears.reply.parse(body).entities.map(({ name }) => name)
  }
  const noted = () =>
    database.kysely.selectFrom('audit').selectAll().where('action', '!=', 'logged-in').orderBy('id').execute()

  /** On PostgreSQL the first is waited for; on SQLite either may be. */
  const expectOneOf = (statuses: number[], { waiting, other }: { waiting: number[]; other: number[] }) =>
    expect(database.isRemote ? [waiting] : [waiting, other]).toContainEqual(statuses)

  test('say by their links what can be done to them now', async () => {
    const linked = async (id: number) => {
      const { _links } = await read(id)
      return Object.keys(_links).filter((name) => ['archive', 'restore', 'delete'].includes(name))
    }
    expect(await linked(years.active)).toEqual([])
    expect(await linked(years.last)).toEqual(['archive'])
    expect(await linked(years.next)).toEqual(['archive', 'delete'])
    await ask(`PUT /schoolyear/${years.next}`, { archived: true })
    expect(await linked(years.next)).toEqual(['restore', 'delete'])
  })

  describe('put away', () => {
    test('are left out of the list unless they are asked for, keep what they have, and come back', async () => {
      const archived = await ask(`PUT /schoolyear/${years.last}`, { archived: true, version: 1 })
      expect(archived).toMatchObject({ status: 200, body: { entity: { archived: true, testmoments: 1, version: 2 } } })
      expect(await names()).toEqual(['2026-2027', '2025-2026'])
      expect(await names('?archived=too')).toEqual(['2026-2027', '2025-2026', '2024-2025'])
      expect((await ask(`GET /schoolyear/${years.last}/testmoments/20`)).body).toMatchObject({ entities: [{}] })
      expect(await ask(`PUT /schoolyear/${years.last}`, { archived: false })).toMatchObject({ status: 200 })
      expect(await names()).toEqual(['2026-2027', '2025-2026', '2024-2025'])
      const by = `user ${school.users.teacher}`
      expect(await auditTrail(database)).toEqual([
        `${by} archived schoolyear ${years.last}: archived`,
        `${by} unarchived schoolyear ${years.last}: archived`,
      ])
    })

    test('page on with those that are put away', async () => {
      await ask(`PUT /schoolyear/${years.last}`, { archived: true })
      const { body } = await ask('GET /schoolyears/2?archived=too')
      const next = listSchoolyears.reply.parse(body)._links.next?.href ?? ''
      expect((await ask(`GET ${next}`)).body).toMatchObject({ entities: [{ name: '2024-2025' }] })
    })

    test('are never the active one', async () => {
      const refused = { status: 409, body: { reason: 'schoolyear-active' } }
      expect(await ask(`PUT /schoolyear/${years.active}`, { archived: true })).toMatchObject(refused)
      expect(await ask(`PUT /schoolyear/${years.next}`, { archived: true, active: true })).toMatchObject(refused)
      await ask(`PUT /schoolyear/${years.next}`, { archived: true })
      expect(await ask(`PUT /schoolyear/${years.next}`, { active: true })).toMatchObject({
        status: 409,
        body: { reason: 'schoolyear-archived' },
      })
      expect(await ask(`PUT /schoolyear/${years.next}`, { active: true, archived: false })).toMatchObject({
        status: 200,
      })
      expect(await ask('GET /schoolyear')).toMatchObject({ body: { id: years.next } })
    })
  })

  describe('deleted', () => {
    test('take their days without lessons with them, and stay in the log by name', async () => {
      await ask(`PUT /schoolyear/${years.next}/recesses`, { entities: [autumn] })
      expect(await ask(`DELETE /schoolyear/${years.next}`)).toMatchObject({
        status: 200,
        body: { entity: { id: years.next, recesses: 1 } },
      })
      expect(await ask(`GET /schoolyear/${years.next}`)).toMatchObject({ status: 404 })
      expect(await database.kysely.selectFrom('recess').select('id').execute()).toEqual([])
      expect((await noted()).at(-1)).toMatchObject({ action: 'deleted', resource: 'schoolyear', subject: '2026-2027' })
    })

    test('are not while something hangs on them, which the refusal names, nor while they are active', async () => {
      const { body, status } = await ask(`DELETE /schoolyear/${years.last}`)
      expect({ body, status }).toMatchObject({ status: 409, body: { reason: 'schoolyear-in-use', testmoments: 1 } })
      await ask(`PUT /schoolyear/${years.next}`, { active: true })
      expect(await ask(`DELETE /schoolyear/${years.next}`)).toMatchObject({
        status: 409,
        body: { reason: 'schoolyear-active' },
      })
      expect(await ask('DELETE /schoolyear/2147483647')).toMatchObject({ status: 404 })
      expect(await names()).toHaveLength(3)
    })

    test('wait for a moment that is being added, and stay', { tags: 'race' }, async () => {
      const [added, deleted] = await halfway(database, {
        hold: holdUser(school.users.teacher),
        first: () => ask(`POST /schoolyear/${years.next}/testmoment`, { moment: '2026-11-24' }),
        second: () => ask(`DELETE /schoolyear/${years.next}`),
      })
      expectOneOf([added.status, deleted.status], { waiting: [201, 409], other: [404, 200] })
    })

    test('are gone for a moment that comes meanwhile', { tags: 'race' }, async () => {
      const [deleted, added] = await halfway(database, {
        hold: holdUser(school.users.teacher),
        first: () => ask(`DELETE /schoolyear/${years.next}`),
        second: () => ask(`POST /schoolyear/${years.next}/testmoment`, { moment: '2026-11-24' }),
      })
      expectOneOf([deleted.status, added.status], { waiting: [200, 404], other: [409, 201] })
    })
  })

  describe('days without lessons', () => {
    const list = `/schoolyear/{}/recesses`
    const at = (id: number) => list.replace('{}', String(id))

    test('are replaced as a whole, by their first day, and recorded from what to what', async () => {
      expect(await ask(`GET ${at(years.next)}`)).toMatchObject({ status: 200, body: { entities: [], version: 1 } })
      const reply = await ask(`PUT ${at(years.next)}`, {
        entities: [spring, { ...autumn, name: ' Herfstvakantie ' }],
        version: 1,
      })
      expect(reply).toMatchObject({ status: 200, body: { entity: { entities: [autumn, spring], version: 2 } } })
      expect((await read(years.next)).recesses).toBe(2)
      await ask(`PUT ${at(years.next)}`, { entities: [spring] })
      expect((await ask(`GET ${at(years.next)}`)).body).toEqual({ entities: [spring], version: 3 })
      const lines = await noted()
      expect(lines.map(({ action, changes }) => [action, JSON.parse(changes ?? '{}')])).toEqual([
        [
          'recess-edited',
          {
            recesses: [
              [],
              ['Herfstvakantie: za 17 okt 2026 – zo 25 okt 2026', 'Meivakantie: ma 26 apr 2027 – zo 9 mei 2027'],
            ],
          },
        ],
        ['recess-edited', { recesses: [['Herfstvakantie: za 17 okt 2026 – zo 25 okt 2026'], []] }],
      ])
    })

    test('that stay as they were leave no trace, and the version as it is', async () => {
      await ask(`PUT ${at(years.next)}`, { entities: [autumn] })
      await ask(`PUT ${at(years.next)}`, { entities: [autumn] })
      expect((await read(years.next)).version).toBe(2)
      expect(await noted()).toHaveLength(1)
    })

    test.for([
      [{ ...autumn, last_day: '2026-10-01' }, 422, 'recess-reversed'],
      [{ ...autumn, name: '' }, 422, 'school-name-missing'],
      [{ ...autumn, first_day: '2026-02-30' }, 400, 'request-malformed'],
    ] as const)('%j are refused, and none of the list is kept', async ([recess, status, reason]) => {
      expect(await ask(`PUT ${at(years.next)}`, { entities: [spring, recess] })).toMatchObject({
        status,
        body: { reason },
      })
      expect((await ask(`GET ${at(years.next)}`)).body).toEqual({ entities: [], version: 1 })
    })

    test('of a year that a colleague changed meanwhile are refused, with theirs', { tags: 'race' }, async () => {
      const refused = await meanwhile(
        database,
        async (trx) => {
          await lockSchool(trx)
          await trx
            .insertInto('recess')
            .values({ ...autumn, schoolyear_id: years.next })
            .execute()
          await trx.updateTable('schoolyear').set({ version: 2 }).where('id', '=', years.next).execute()
        },
        () => ask(`PUT ${at(years.next)}`, { entities: [], version: 1 }),
      )
      expect(refused).toMatchObject({
        status: 409,
        body: {
          reason: 'version-stale',
          entity: { entities: [autumn], version: 2 },
          differences: [{ label: 'Lesvrije weken', yours: 'geen' }],
        },
      })
      expect(await ask(`GET ${at(2_147_483_647)}`)).toMatchObject({ status: 404 })
    })
  })
})
