import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#database/engine/open-database.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'
import { insertTrio, NOW, validModule, validMoment, validUser, validYear } from './support/rows.ts'

const LATER = '2026-09-02T08:00:00.000Z'

describeOnEachDatabase('the tables', (open) => {
  let database: Database
  let trio: Awaited<ReturnType<typeof insertTrio>>
  beforeEach(async () => {
    database = await open()
    trio = await insertTrio(database)
  })

  const insert = <Table extends Parameters<typeof database.kysely.insertInto>[0]>(table: Table) =>
    database.kysely.insertInto(table)
  const isDuplicate = (error: unknown) => database.isUniqueViolation(error)
  const isOtherRefusal = (error: unknown) =>
    error instanceof Error && !database.isUniqueViolation(error) && !database.isUnavailable(error)

  describe('refuse a second', () => {
    test('active school year', async () => {
      await insert('schoolyear')
        .values({ ...validYear, active: true })
        .execute()
      const second = insert('schoolyear').values({ ...validYear, name: '2027-2028', active: true })
      await expect(second.execute()).rejects.toSatisfy(isDuplicate)
      await insert('schoolyear')
        .values({ ...validYear, name: '2028-2029', active: false })
        .execute()
    })

    test('enrollment of a student in a module at a moment', async () => {
      const { schoolyear_id, ...enrollment } = trio
      await insert('enrollment').values(enrollment).execute()
      await expect(insert('enrollment').values(enrollment).execute()).rejects.toSatisfy(isDuplicate)
    })

    test('account for an address', async () => {
      await expect(insert('user').values(validUser).execute()).rejects.toSatisfy(isDuplicate)
    })

    test('module of a name', async () => {
      await expect(insert('module').values(validModule).execute()).rejects.toSatisfy(isDuplicate)
    })

    test('mention of a module at a moment', async () => {
      const { testmoment_id, module_id } = trio
      await insert('testmoment_module').values({ testmoment_id, module_id }).execute()
      await expect(insert('testmoment_module').values({ testmoment_id, module_id }).execute()).rejects.toSatisfy(
        isDuplicate,
      )
    })

    test('completion of a module', async () => {
      const { user_id, module_id, created_at } = trio
      await insert('completed_module').values({ user_id, module_id, created_at }).execute()
      await expect(insert('completed_module').values({ user_id, module_id, created_at }).execute()).rejects.toSatisfy(
        isDuplicate,
      )
    })
  })

  describe('refuse a test moment', () => {
    const wrong = {
      'with a limit below zero': { max_enrollments: -1 },
      'that closes before it opens': { enrollments_open_at: LATER, enrollments_close_at: NOW },
      'that closes as it opens': { enrollments_open_at: NOW, enrollments_close_at: NOW },
      'on a day that does not exist': { date: '2026-02-29' },
      'on a day in other words': { date: 'morgen vroeg' },
      'that opens at no time': { enrollments_open_at: 'binnenkort' },
      'of a school year that does not exist': { schoolyear_id: 999 },
    }
    test.each(Object.entries(wrong))('%s', async (_, values) => {
      const { schoolyear_id } = trio
      // Wrong on purpose: what the types refuse, the database must refuse too.
      const moment = { ...validMoment, schoolyear_id, ...values } as typeof validMoment & { schoolyear_id: number }
      await expect(insert('testmoment').values(moment).execute()).rejects.toSatisfy(isOtherRefusal)
    })

    test('only then: planned opening without a closing, closing without an opening, both', async () => {
      const { schoolyear_id } = trio
      const moment = { ...validMoment, schoolyear_id }
      await insert('testmoment')
        .values([
          { ...moment, enrollments_open_at: NOW },
          { ...moment, enrollments_close_at: NOW },
          { ...moment, enrollments_open_at: NOW, enrollments_close_at: LATER },
        ])
        .execute()
    })
  })

  describe('refuse a user', () => {
    const wrong = {
      'whose address has a capital': { username: 'Sanne2@school.example' },
      'without an address': { username: '' },
      'with an activation key that never expires': { activation_nonce: 'nonce' },
      'who is activated and whose key still works': {
        activated: true,
        activation_nonce: 'nonce',
        activation_expires_at: NOW,
      },
      'of a department that does not exist': { education_department_id: 999 },
    }
    test.each(Object.entries(wrong))('%s', async (_, values) => {
      const user = { ...validUser, username: 'other@school.example', ...values }
      await expect(insert('user').values(user).execute()).rejects.toSatisfy(isOtherRefusal)
    })
  })

  test.each([
    { quiet_from: '22:00', quiet_until: null },
    { quiet_from: '24:00', quiet_until: '07:00' },
    { quiet_from: '22:00', quiet_until: '7:00' },
    { quiet_from: '22:60', quiet_until: '07:00' },
  ])('refuse quiet hours from $quiet_from to $quiet_until', async (hours) => {
    const preference = { user_id: trio.user_id, ...hours }
    await expect(insert('push_preference').values(preference).execute()).rejects.toSatisfy(isOtherRefusal)
  })

  test('keep what others refer to', async () => {
    const { schoolyear_id, ...enrollment } = trio
    await insert('enrollment').values(enrollment).execute()
    for (const table of ['module', 'testmoment', 'schoolyear'] as const)
      await expect(database.kysely.deleteFrom(table).execute()).rejects.toSatisfy(isOtherRefusal)
  })

  test('let go of everything personal with the user, and keep what the user did as an administrator', async () => {
    const { schoolyear_id, testmoment_id, ...completed } = trio
    const { user_id } = trio
    await insert('enrollment')
      .values({ ...completed, testmoment_id })
      .execute()
    await insert('completed_module').values(completed).execute()
    const { id: session_id } = await insert('session')
      .values({ user_id, device: 'Firefox', created_at: NOW, last_used_at: NOW, expires_at: LATER })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insert('refresh_token').values({ token_hash: 'x', session_id, created_at: NOW, expires_at: LATER }).execute()
    await insert('push_preference').values({ user_id }).execute()
    await insert('audit')
      .values({ at: NOW, actor_id: user_id, action: 'edit', resource: 'module', resource_id: 1, fields: '[]' })
      .execute()

    await database.kysely.deleteFrom('user').execute()

    const personal = ['enrollment', 'completed_module', 'session', 'refresh_token', 'push_preference'] as const
    for (const table of personal) expect(await database.kysely.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await database.kysely.selectFrom('audit').select('actor_id').execute()).toEqual([{ actor_id: null }])
  })

  test('end what a login asked for when it is revoked, and not when it expires', async () => {
    const { user_id } = trio
    const login = async () =>
      (
        await insert('session')
          .values({ user_id, device: 'Firefox', created_at: NOW, last_used_at: NOW, expires_at: LATER })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const [revoked, expired, other] = [await login(), await login(), await login()]
    for (const session_id of [revoked, expired, other])
      await insert('push_subscription')
        .values({
          user_id,
          session_id,
          endpoint: `https://push.example/${session_id}`,
          p256dh: 'p',
          auth: 'a',
          secret_hash: 's',
          device_name: 'Firefox',
          created_at: NOW,
        })
        .execute()

    await database.kysely.updateTable('session').set({ revoked_at: NOW }).where('id', '=', revoked).execute()
    await database.kysely.deleteFrom('session').where('id', '=', expired).execute()

    const left = database.kysely.selectFrom('push_subscription').select('session_id').orderBy('id')
    expect(await left.execute()).toEqual([{ session_id: null }, { session_id: other }])
  })

  test('never give the number of a deleted row to another', async () => {
    const { user_id } = trio
    await database.kysely.deleteFrom('user').execute()
    const { id } = await insert('user').values(validUser).returning('id').executeTakeFirstOrThrow()
    expect(id).toBeGreaterThan(user_id)
  })
})
