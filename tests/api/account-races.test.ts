// @module-tag race
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createPasswords } from '#api-server/auth/passwords.ts'
import { registerAccount } from '#api-server/use-cases/register-account.ts'
import {
  FIRST_PASSWORD,
  newAddress,
  OTHER_PASSWORD,
  registrationOf,
  startAccountStage,
} from '#tests/support/api/account-stage.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'

/** On SQLite there is one writer at a time, so only PostgreSQL can bring these two together. */
describeOnPostgres('an account that is activated while somebody registers it again', (open) => {
  test('stays activated, with the password that it was activated with', async () => {
    const database = await open()
    const stage = await startAccountStage(database)
    const username = newAddress()
    await stage.register(username)
    const key = await stage.keyFor(username)

    const gate = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holder = database.transaction(async (trx) => {
      await trx.selectFrom('user').select('id').where('username', '=', username).forUpdate().execute()
      locked.resolve()
      await gate.promise
    })
    const waitingFor = (count: number) =>
      vi.waitFor(async () => {
        const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(database.kysely)
        expect(rows).toEqual([{ waiting: count }])
      })
    await locked.promise
    const activation = stage.activate(key)
    await waitingFor(1)
    const registration = registerAccount(
      { database, passwords: createPasswords(), letters: { wake: () => undefined } },
      registrationOf(username, OTHER_PASSWORD),
      stage.api.clock.now,
    )
    await waitingFor(2)
    gate.resolve()
    await holder

    expect(await activation).toMatchObject({ status: 200 })
    expect(await registration).toEqual([])
    expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ status: 200 })
  })
})
