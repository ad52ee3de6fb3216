// @module-tag race
import { expect, test } from 'vitest'
import { writePassword } from '#api-server/accounts/password-reset.ts'
import { createPasswords } from '#api-server/accounts/passwords.ts'
import { registerAccount } from '#api-server/accounts/register-account.ts'
import { endLogins } from '#api-server/sessions/end-sessions.ts'
import { startSession } from '#api-server/sessions/log-in.ts'
import type { Transaction } from '#database/tables.ts'
import {
  FIRST_PASSWORD,
  newAddress,
  OTHER_PASSWORD,
  registrationOf,
  startAccountStage,
} from '#tests/support/api/account-stage.ts'
import { addUser, MORNING } from '#tests/support/api/test-school.ts'
import { describeOnPostgres } from '#tests/support/databases.ts'
import { halfway, meanwhile } from '#tests/support/halfway.ts'

/** On SQLite there is one writer at a time, so only PostgreSQL can bring these two together. */
describeOnPostgres('an account that is activated while somebody registers it again', (open) => {
  test('stays activated, with the password that it was activated with', async () => {
    const database = await open()
    const stage = await startAccountStage(database)
    const username = newAddress()
    await stage.register(username)
    const key = await stage.keyFor(username)

    const [activation, registration] = await halfway(database, {
      hold: (trx) => trx.selectFrom('user').select('id').where('username', '=', username).forUpdate().execute(),
      first: () => stage.activate(key),
      second: () =>
        registerAccount(
          { database, passwords: createPasswords(), letters: { wake: () => undefined } },
          registrationOf(username, OTHER_PASSWORD),
          stage.api.clock.now,
        ),
    })
    expect(activation).toMatchObject({ status: 200 })
    expect(registration).toEqual([])
    expect(await stage.logIn(username, FIRST_PASSWORD)).toMatchObject({ status: 200 })
  })
})

/** A login reads its password's hash, waits for its turn and then begins a session: what ends logins may come between. */
describeOnPostgres('a login whose password was checked while', (open) => {
  test.for([
    [
      'a teacher deactivates the account',
      async (trx: Transaction, id: number) => {
        await trx.updateTable('user').set({ activated: false }).where('id', '=', id).execute()
        await endLogins(trx, { userId: id, actorId: null, ending: 'colleague' }, MORNING)
      },
    ],
    [
      'its owner changes the password',
      async (trx: Transaction, id: number) => {
        const { id: reset_id } = await trx
          .insertInto('password_reset')
          .values({ nonce: 'n'.repeat(22), user_id: id, created_at: iso(MORNING), expires_at: iso(MORNING + 1) })
          .returning('id')
          .executeTakeFirstOrThrow()
        await writePassword(trx, { reset_id, user_id: id, password_hash: 'another', now: MORNING })
      },
    ],
  ] as const)('%s begins no session', async ([, endAll]) => {
    const database = await open()
    const id = await addUser(database, { username: newAddress() })
    // The account as it was when the password was checked.
    const login = { user_id: id, token_version: 1, device: 'Firefox', now: MORNING }
    const session = await meanwhile(
      database,
      (trx) => endAll(trx, id),
      () => startSession(database, login),
    )
    expect(session).toBeUndefined()
    expect(await database.kysely.selectFrom('session').select('id').where('user_id', '=', id).execute()).toEqual([])
  })
})

describeOnPostgres('a password that is chosen by a letter while', (open) => {
  test('a teacher switches the account off does not switch it on again', async () => {
    const database = await open()
    const user_id = await addUser(database, { username: newAddress() })
    const waiting = { activated: false, activation_nonce: 'a'.repeat(22), activation_expires_at: iso(MORNING + 1) }
    await database.kysely.updateTable('user').set(waiting).where('id', '=', user_id).execute()
    const { id: reset_id } = await database.kysely
      .insertInto('password_reset')
      .values({ nonce: 'n'.repeat(22), user_id, created_at: iso(MORNING), expires_at: iso(MORNING + 1) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const off = { activated: false, activation_nonce: null, activation_expires_at: null }
    const isWritten = await meanwhile(
      database,
      (trx) => trx.updateTable('user').set(off).where('id', '=', user_id).execute(),
      () =>
        database.transaction((trx) =>
          writePassword(trx, { reset_id, user_id, password_hash: 'another', now: MORNING }),
        ),
    )
    const account = database.kysely.selectFrom('user').select(['activated', 'password_hash']).where('id', '=', user_id)
    expect([isWritten, await account.executeTakeFirst()]).toEqual([
      true,
      { activated: false, password_hash: 'another' },
    ])
  })
})

const iso = (ms: number) => new Date(ms).toISOString()
