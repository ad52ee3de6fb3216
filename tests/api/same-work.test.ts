import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPasswords } from '#api-server/auth/passwords.ts'
import { logIn } from '#api-server/use-cases/log-in.ts'
import { type AccountDesk, registerAccount } from '#api-server/use-cases/register-account.ts'
import { requestPasswordReset } from '#api-server/use-cases/request-password-reset.ts'
import type { Database } from '#database/engine/open-database.ts'
import { hashPassword, verifyPassword } from '#server/password-hash.ts'
import { newAddress, registrationOf } from '#tests/support/api/account-stage.ts'
import { countStatements } from '#tests/support/api/counted-database.ts'
import { MORNING, PASSWORD, startTestSchool } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase } from '#tests/support/databases.ts'

vi.mock('#server/password-hash.ts', { spy: true })

const KNOWN = 'sam@school.test'
const SWITCHED_OFF = 'unactivated@school.test'

describeOnEachDatabase('whoever has an account and whoever has none', (open) => {
  let real: Database
  let waiting: string
  beforeAll(async () => {
    real = await open()
    await startTestSchool(real)
  })
  beforeEach(async () => {
    vi.clearAllMocks()
    waiting = newAddress()
    await work((desk) => registerAccount(desk, registrationOf(waiting), MORNING))
  })
  /** What it costs: hashes, statements, letters queued, and being told of them. */
  const work = async (act: (desk: AccountDesk) => Promise<unknown>) => {
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
  })

  describe('logging in with a wrong password', () => {
    const cost = (username: string) =>
      work((desk) =>
        logIn({ ...desk, clock: () => MORNING }, { username, password: `${PASSWORD}-not`, device: 'Firefox' }),
      )

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
    })
  })
})
