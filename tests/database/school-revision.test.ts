import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { migrate } from '#database/migrations/migrate.ts'
import type { Transaction } from '#database/tables.ts'
import { startTestSchool, type TestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase, describeOnPostgres } from '#tests/support/databases.ts'

const revisionOf = async ({ kysely }: Database) =>
  (await kysely.selectFrom('school_state').select('revision').executeTakeFirstOrThrow()).revision

describeOnEachDatabase('the revision of the school', (open) => {
  let database: Database
  let school: TestSchool
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    school = await startTestSchool(database)
  })

  const created_at = '2026-03-10T09:00:00.000Z'
  const changes: Record<string, () => Promise<unknown>> = {
    'a year made active': () => database.kysely.updateTable('schoolyear').set({ active: false }).execute(),
    'a new year': () => database.kysely.insertInto('schoolyear').values({ name: 'X', created_at }).execute(),
    'a new module': () =>
      database.kysely.insertInto('module').values({ name: 'NEW', description: '', created_at }).execute(),
    'a module described anew': () => database.kysely.updateTable('module').set({ description: 'X' }).execute(),
    'a moment opened': () => database.kysely.updateTable('testmoment').set({ enrollments_enabled: true }).execute(),
    'a moment deleted': () =>
      database.kysely.deleteFrom('testmoment').where('id', '=', school.moments.listed).execute(),
    'a module listed at a moment': () =>
      database.kysely
        .insertInto('testmoment_module')
        .values({ testmoment_id: school.moments.open, module_id: school.modules.ALG })
        .execute(),
    'automatic enrollment switched on': () =>
      database.kysely.updateTable('testmoment_module').set({ auto_enroll: true }).execute(),
    'a module no longer listed': () => database.kysely.deleteFrom('testmoment_module').execute(),
    'a department archived': () =>
      database.kysely.updateTable('education_department').set({ archived: true }).execute(),
    'a module that a department lost': () => database.kysely.deleteFrom('education_department_module').execute(),
    'a module that a department got': () =>
      database.kysely
        .insertInto('education_department_module')
        .values({ education_department_id: school.departmentId, module_id: school.modules.ELSEWHERE })
        .execute(),
  }

  test.each(Object.keys(changes))('is another after %s', async (name) => {
    const before = await revisionOf(database)
    await changes[name]?.()
    expect(await revisionOf(database)).not.toBe(before)
  })

  test('stays with what students do, and with edits that touch no row', async () => {
    const before = await revisionOf(database)
    const own = { user_id: school.users.sam, module_id: school.modules.ALG, created_at }
    await database.kysely.insertInto('completed_module').values(own).execute()
    await database.kysely
      .insertInto('enrollment')
      .values({ ...own, testmoment_id: school.moments.open })
      .execute()
    await database.kysely.deleteFrom('enrollment').execute()
    await database.kysely.updateTable('testmoment').set({ date: '2026-03-20' }).where('id', '=', 0).execute()
    expect(await revisionOf(database)).toBe(before)
  })

  test('goes back with a transaction that is rolled back, and is never given twice', async () => {
    const before = await revisionOf(database)
    const given = new Set([before])
    await expect(
      database.transaction(async (trx) => {
        await trx.updateTable('module').set({ active: false }).execute()
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await revisionOf(database)).toBe(before)
    await database.kysely.updateTable('module').set({ active: true }).execute()
    given.add(await revisionOf(database))
    expect(given.size).toBe(2)
  })
})

describeOnPostgres('the revision of the school', (open, urls) => {
  test('is another after a table was emptied at once', async () => {
    const database = await open()
    const before = await revisionOf(database)
    await sql`truncate testmoment_module`.execute(database.kysely)
    expect(await revisionOf(database)).not.toBe(before)
  })

  test('is the last thing that a change locks, so that no two changes wait for each other', async () => {
    const database = await open()
    const { departmentId, moments } = await startTestSchool(database)
    const moment = (trx: Transaction) => trx.selectFrom('testmoment').select('id').where('id', '=', moments.open)
    const [momentHeld, departmentEdited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let attempts = 0

    const editsMoment = database.transaction(async (trx) => {
      attempts += 1
      await moment(trx).forNoKeyUpdate().execute()
      momentHeld.resolve()
      await departmentEdited.promise
      await trx.updateTable('testmoment').set({ max_enrollments: 1 }).where('id', '=', moments.open).execute()
    })
    const editsDepartment = database.transaction(async (trx) => {
      attempts += 1
      await momentHeld.promise
      await trx.updateTable('education_department').set({ name: 'X' }).where('id', '=', departmentId).execute()
      const shared = moment(trx).forShare().execute()
      departmentEdited.resolve()
      await shared
    })
    await Promise.all([editsMoment, editsDepartment])
    expect(attempts).toBe(2)
  })

  test('comes with a database that prefers its indexes', async () => {
    const url = await urls.empty()
    const fresh = openDatabase(url)
    await migrate(fresh)
    await fresh.close()
    const migrated = openDatabase(url)
    // Setting that the database gives each new connection: behind PgBouncer the present connection may be older than
    // the migration.
    const { rows } = await sql<{ setting: string }>`
      select unnest(setconfig) as setting from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database()) and setrole = 0`.execute(
      migrated.kysely,
    )
    await migrated.close()
    expect(rows).toContainEqual({ setting: 'random_page_cost=1.1' })
  })
})
