import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkResetKey, requestPasswordReset } from '#api-server/accounts/password-reset.ts'
import { createPasswords } from '#api-server/accounts/passwords.ts'
import { type AccountDeps, registerAccount } from '#api-server/accounts/register-account.ts'
import { remindToActivate, type WaitingAccount } from '#api-server/accounts/remind-to-activate.ts'
import { warnOwner } from '#api-server/accounts/warn-owner.ts'
import { linkKeyOf } from '#api-server/facts/link-key.ts'
import { findAccount, logIn } from '#api-server/sessions/log-in.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { KeyRing } from '#server/keys.ts'
import { hashPassword, verifyPassword } from '#server/password-hash.ts'
import { FIRST_PASSWORD, newAddress, registrationOf } from '#tests/support/api/account-stage.ts'
import { countStatements } from '#tests/support/api/counted-database.ts'
import { MORNING, PASSWORD, startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

vi.mock('#server/password-hash.ts', { spy: true })

const KNOWN = 'sam@school.test'
const SWITCHED_OFF = 'unactivated@school.test'

describeOnEachDatabase('visitors with and without an account', (open) => {
  let real: Database
  let waiting: string
  beforeAll(async () => {
    real = await open()
    await startTestSchool(real)
  })
  beforeEach(async () => {
    vi.clearAllMocks()
    await real.kysely.deleteFrom('password_reset').execute()
    waiting = newAddress()
    await work((desk) => registerAccount(desk, registrationOf(waiting), MORNING))
  })
  /** The cost: hashes, statements, queued letters, and the event about them. */
  const work = async (act: (desk: AccountDeps) => Promise<unknown>) => {
    const { database, statements } = countStatements(real)
    const letters = { wake: vi.fn() }
    const queued = async () => (await real.kysely.selectFrom('outbox').select('id').execute()).length
    const before = await queued()
    vi.mocked(hashPassword).mockClear()
    vi.mocked(verifyPassword).mockClear()
    const answer = await act({ database, passwords: createPasswords(), letters }).catch((error: unknown) => error)
    return {
      answer,
      kinds: statements.map((statement) => statement.split(' ')[0]),
      statements: statements.length,
      hashes: vi.mocked(hashPassword).mock.calls.length,
      verifications: vi.mocked(verifyPassword).mock.calls.length,
      letters: (await queued()) - before,
      wakes: letters.wake.mock.calls.length,
    }
  }

  /** Those that were asked for in its name and will be sent. */
  const lettersTo = async (username: string) => {
    const of = (table: 'registration' | 'password_reset') =>
      real.kysely
        .selectFrom(table)
        .innerJoin('user', 'user.id', `${table}.user_id`)
        .select('user.id')
        .where('username', '=', username)
        .execute()
    return (await of('registration')).length + (await of('password_reset')).length
  }

  describe('registering', () => {
    const cost = async (username: string) => {
      const { kinds: _, ...rest } = await work((desk) => registerAccount(desk, registrationOf(username), MORNING))
      return rest
    }

    test('costs one hash, five statements and one letter, and is answered alike', async () => {
      const expected = { answer: [], statements: 5, hashes: 1, verifications: 0, letters: 1, wakes: 1 }
      expect(await cost(newAddress())).toEqual(expected)
      expect(await cost(KNOWN)).toEqual(expected)
      expect(await cost(waiting)).toEqual(expected)
      expect(await cost(SWITCHED_OFF)).toEqual(expected)
    })

    test('costs as much when the mailbox has had its letters of this hour', async () => {
      const expected = await cost(newAddress())
      for (const username of [KNOWN, waiting]) {
        for (let n = 0; n < 21; n++) expect(await cost(username)).toEqual(expected)
        expect(await lettersTo(username)).toBe(20)
      }
    })
  })

  describe('asking for a new password', () => {
    const cost = (username: string) => work((desk) => requestPasswordReset(desk, username, MORNING))

    test('costs the same statements and one row for a letter, and is answered alike', async () => {
      const unknown = await cost(newAddress())
      expect(unknown).toEqual({
        answer: [],
        kinds: ['select', 'select', 'update', 'insert', 'insert'],
        statements: 5,
        hashes: 0,
        verifications: 0,
        letters: 1,
        wakes: 1,
      })
      expect(await cost(KNOWN)).toEqual(unknown)
      expect(await cost(waiting)).toEqual(unknown)
      expect(await cost(SWITCHED_OFF)).toEqual(unknown)
    })

    test('costs as much when the mailbox has had its letters of this hour, and no more come', async () => {
      const unknown = await cost(newAddress())
      for (const username of [KNOWN, waiting]) {
        for (let n = 0; n < 21; n++) expect(await cost(username)).toEqual(unknown)
        // One of them by registering.
        expect(await lettersTo(username)).toBe(username === KNOWN ? 20 : 21)
      }
    })
  })

  describe('asking whether a reset link works', () => {
    test('costs one statement for every link that was sent, and for that of an address without an account', async () => {
      const ring: KeyRing = [randomBytes(32)]
      const cost = async (username: string, now = MORNING) => {
        await real.kysely.deleteFrom('password_reset').execute()
        await work((desk) => requestPasswordReset(desk, username, MORNING))
        const { nonce } = await real.kysely.selectFrom('password_reset').select('nonce').executeTakeFirstOrThrow()
        const key = linkKeyOf(ring, 'password-reset', nonce)
        return work(async ({ database }) => (await checkResetKey({ database, links: ring }, key, now)).outcome)
      }
      const usable = await cost(KNOWN)
      expect(usable).toEqual({
        answer: 'usable',
        kinds: ['select'],
        statements: 1,
        hashes: 0,
        verifications: 0,
        letters: 0,
        wakes: 0,
      })
      expect(await cost(waiting)).toEqual(usable)
      expect(await cost(SWITCHED_OFF)).toEqual(usable)
      expect(await cost(KNOWN, MORNING + 3_600_000)).toEqual({ ...usable, answer: 'expired' })
      expect(await cost(newAddress())).toEqual({ ...usable, answer: 'unknown' })
    })
  })

  describe('being guessed at', () => {
    const cost = async (username: string) => {
      const { answer: _, ...rest } = await work(({ database }) => warnOwner(database, username, MORNING))
      return rest
    }

    test('costs two statements and one row for a letter, of which one a day comes', async () => {
      const unknown = await cost(newAddress())
      expect(unknown).toMatchObject({ kinds: ['update', 'insert'], letters: 1 })
      for (const username of [KNOWN, KNOWN, waiting, 'nul\0@school.test']) expect(await cost(username)).toEqual(unknown)
      const countEvents = async () =>
        (
          await real.kysely.selectFrom('outbox').select('payload').where('kind', '=', 'guesses-letter').execute()
        ).filter(({ payload }) => payload !== '{"user_id":null}').length
      expect(await countEvents()).toBe(1)
      await warnOwner(real, KNOWN, MORNING + 86_400_000 - 1)
      expect(await countEvents()).toBe(1)
      await warnOwner(real, KNOWN, MORNING + 86_400_000)
      expect(await countEvents()).toBe(2)
    })
  })

  describe('logging in, before the password of an activated account is proved,', () => {
    const waits: unknown[] = []
    const cost = async (username: string, password = `${PASSWORD}-not`) => {
      const { answer, ...rest } = await work((desk) =>
        logIn(
          {
            ...desk,
            passwordLogin: 'on',
            clock: () => MORNING,
            proceed: async () => undefined,
            failed: (waiting) => waits.push(waiting),
          },
          { username, password, device: 'Firefox', party: { known: false, key: '192.0.2.1' } },
        ),
      )
      // Notes of the operation go only into the log.
      return { answer: { ...Object(answer), noted: null }, ...rest }
    }

    test('costs one verification and one statement, and is refused alike', async () => {
      const unknown = await cost(newAddress())
      expect(unknown).toMatchObject({
        answer: { reason: 'login-failed' },
        kinds: ['select'],
        hashes: 0,
        verifications: 1,
        letters: 0,
      })
      expect(await cost(KNOWN)).toEqual(unknown)
      expect(await cost(waiting)).toEqual(unknown)
      expect(await cost(SWITCHED_OFF)).toEqual(unknown)
      expect(await cost(SWITCHED_OFF, PASSWORD)).toEqual(unknown)
      expect(await cost(waiting, FIRST_PASSWORD)).toEqual(unknown)
      // Each is followed by the same question, once the reply has left.
      expect(waits.map((asked) => asked !== undefined)).toEqual([false, false, false, false, false, true])
    })

    test('is followed by two statements, once the reply has left; and a letter to a user who waits for activation', async () => {
      const followedBy = (waiting: WaitingAccount | undefined) =>
        work((desk) => remindToActivate(desk, waiting, MORNING)).then(({ answer: _, ...rest }) => rest)
      const { id, registration_id } = (await findAccount(real.kysely, waiting)) ?? {}
      const nobody = await followedBy(undefined)
      expect(nobody).toMatchObject({ kinds: ['update', 'select'], hashes: 0, verifications: 0, letters: 0, wakes: 1 })
      const due = { user_id: id ?? 0, registration_id: registration_id ?? 0 }
      for (let n = 0; n < 5; n++) expect(await followedBy(due)).toMatchObject({ statements: 5, letters: 1, wakes: 1 })
      expect(await followedBy(due)).toEqual(nobody)
    })
  })
})
