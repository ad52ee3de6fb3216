import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { columnParsers } from '#database/engine/postgres/client-options.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { insertTrio, NOW, validModule, validMoment, validUser } from './support/rows.ts'

test.each([
  ['2026-01-15 10:00:00.5+01', '2026-01-15T09:00:00.500Z'],
  ['2026-01-15 10:00:00+05:30', '2026-01-15T04:30:00.000Z'],
  ['2026-01-15 10:00:00-03', '2026-01-15T13:00:00.000Z'],
])('an instant is the same in the time zone of any session: %s', (written, instant) => {
  const TIMESTAMPTZ = 1184
  expect(columnParsers.getTypeParser(TIMESTAMPTZ, 'text')(written)).toBe(instant)
})

describeOnEachDatabase('values', (open) => {
  let database: Database
  let trio: Awaited<ReturnType<typeof insertTrio>>
  beforeEach(async () => {
    database = await open()
    trio = await insertTrio(database)
  })

  test('come back as they went in, with what the database fills in', async () => {
    const moment = {
      schoolyear_id: trio.schoolyear_id,
      date: '2028-02-29',
      duration: 'week',
      enrollments_enabled: true,
      enrollments_open_at: '2028-01-31T23:59:59.999Z',
      enrollments_close_at: '2028-07-01T00:00:00.000Z',
      max_enrollments: 3,
      seats: 80,
      location: 'Sporthal “De Vijf” – zaal α',
      starts_at: '09:00',
      ends_at: '11:30',
      created_at: '1999-12-31T23:00:00.001Z',
    } as const
    const inserted = await database.kysely
      .insertInto('testmoment')
      .values(moment)
      .returningAll()
      .executeTakeFirstOrThrow()
    const undivided = { rooms_version: 1, divided_at: null, chairs_numbered: false, rooms_published_at: null }
    expect(inserted).toStrictEqual({ ...moment, ...undivided, id: inserted.id, version: 1 })
    const { id } = inserted
    const read = await database.kysely.selectFrom('testmoment').selectAll().where('id', '=', id).executeTakeFirst()
    expect(read).toStrictEqual(inserted)
  })

  test('have the defaults of the specification', async () => {
    const { schoolyear_id } = trio
    const moment = await database.kysely
      .insertInto('testmoment')
      .values({ ...validMoment, schoolyear_id })
      .returning(['duration', 'enrollments_enabled', 'enrollments_open_at', 'max_enrollments', 'version'])
      .executeTakeFirst()
    expect(moment).toStrictEqual({
      duration: 'day',
      enrollments_enabled: false,
      enrollments_open_at: null,
      max_enrollments: 0,
      version: 1,
    })
  })

  test.each(['Şeyma in ’t Veld', 'Robert\'); drop table "user";--', '😀 𝔐', '', 'regel 1\nregel 2'])(
    'keep the text %j',
    async (last_name) => {
      const user = { ...validUser, username: 'other@school.example', last_name }
      expect(
        await database.kysely.insertInto('user').values(user).returning('last_name').executeTakeFirst(),
      ).toStrictEqual({ last_name })
    },
  )

  test('that are true or false are so in every question', async () => {
    const { kysely } = database
    await kysely
      .insertInto('module')
      .values({ ...validModule, name: 'NUM1', active: false })
      .execute()
    const names = async (active: boolean) =>
      (await kysely.selectFrom('module').select('name').where('active', '=', active).execute()).map(({ name }) => name)
    expect(await names(true)).toEqual(['ALG1'])
    expect(await names(false)).toEqual(['NUM1'])
    const joined = await kysely
      .selectFrom('module')
      .leftJoin('testmoment_module', 'testmoment_module.module_id', 'module.id')
      .select(['module.active as still_given', 'testmoment_module.auto_enroll'])
      .orderBy('name')
      .execute()
    expect(joined).toStrictEqual([
      { still_given: true, auto_enroll: null },
      { still_given: false, auto_enroll: null },
    ])
    await kysely.updateTable('module').set({ active: true }).where('name', '=', 'NUM1').execute()
    expect(await names(true)).toEqual(['ALG1', 'NUM1'])
  })

  test('that count or add up are numbers', async () => {
    const counted = await database.kysely
      .selectFrom('module')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('version').as('sum')])
      .executeTakeFirst()
    expect(counted).toStrictEqual({ count: 1, sum: 1 })
    const big = await sql<{ big: number }>`select cast(9007199254740991 as bigint) as big`.execute(database.kysely)
    expect(big.rows).toStrictEqual([{ big: Number.MAX_SAFE_INTEGER }])
  })

  test('that are days and instants are in the order of time', async () => {
    const { kysely } = database
    const { schoolyear_id } = trio
    const opening = (enrollments_open_at: string) => ({ ...validMoment, schoolyear_id, enrollments_open_at })
    await kysely
      .insertInto('testmoment')
      .values([opening('2026-10-25T00:30:00.000Z'), opening('2026-10-25T01:30:00.000Z'), opening(NOW)])
      .execute()
    const after = await kysely
      .selectFrom('testmoment')
      .select('enrollments_open_at')
      .where('enrollments_open_at', '>', NOW)
      .orderBy('enrollments_open_at', 'desc')
      .execute()
    expect(after).toEqual([
      { enrollments_open_at: '2026-10-25T01:30:00.000Z' },
      { enrollments_open_at: '2026-10-25T00:30:00.000Z' },
    ])
  })

  test('include how many rows were changed', async () => {
    const updated = await database.kysely.updateTable('module').set({ version: 2 }).executeTakeFirst()
    expect(updated.numUpdatedRows).toBe(1n)
    const deleted = await database.kysely.deleteFrom('module').where('id', '=', 999).executeTakeFirst()
    expect(deleted.numDeletedRows).toBe(0n)
  })
})
