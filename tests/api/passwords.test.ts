import { expect, test, vi } from 'vitest'
import { createBoundedWork } from '#api-server/auth/bounded-work.ts'
import { readCommonPasswords } from '#api-server/auth/common-passwords.ts'
import { createPasswords } from '#api-server/auth/passwords.ts'
import { hashPassword, verifyPassword } from '#server/password-hash.ts'

vi.mock('#server/password-hash.ts', { spy: true })

const PASSWORD = 'een-lang-wachtwoord'

test('a hash is argon2id with 19 MiB, two passes and one lane', async () => {
  expect(await hashPassword(PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('an unknown account takes one verification at the usual cost, and no password fits', async () => {
  const passwords = createPasswords()
  const encoded = await passwords.hash(PASSWORD)
  expect(await passwords.check(encoded, PASSWORD)).toBe(true)
  expect(await passwords.check(encoded, 'geraden')).toBe(false)
  vi.mocked(verifyPassword).mockClear()
  expect(await passwords.check(null, PASSWORD)).toBe(false)
  const [[nobody = ''] = []] = vi.mocked(verifyPassword).mock.calls
  expect(vi.mocked(verifyPassword)).toHaveBeenCalledOnce()
  expect(costOf(nobody)).toBe(costOf(encoded))
})

test('work beyond those at a time waits, and beyond those waiting is asked to come back', async () => {
  const gate = Promise.withResolvers<void>()
  let running = 0
  let most = 0
  const inTurn = createBoundedWork({ atATime: 2, waiting: 3 })
  const task = () =>
    inTurn(async () => {
      running += 1
      most = Math.max(most, running)
      await gate.promise
      running -= 1
    })
  const accepted = Array.from({ length: 5 }, task)
  await expect(task()).rejects.toMatchObject({ reason: 'unavailable', retryAfter: 1 })
  gate.resolve()
  await Promise.all(accepted)
  expect(most).toBe(2)
})

test('work that fails gives its place to the next', async () => {
  const inTurn = createBoundedWork({ atATime: 1, waiting: 1 })
  const failing = () => inTurn(() => Promise.reject(new Error('out of memory')))
  for (let n = 0; n < 3; n++) await expect(failing()).rejects.toThrow('out of memory')
  expect(await inTurn(async () => 'done')).toBe('done')
})

const costOf = (encoded: string) => encoded.split('$').slice(1, 4).join('$')

test.for(['welkom123', 'Welkom123!', 'WISKUNDE1?', 'password', 'aaaaaaaa', '        '])(
  '%j is what anybody would try first',
  async (password) => {
    const isCommon = await readCommonPasswords()
    expect(isCommon(password)).toBe(true)
    expect(isCommon('krijtbord-passer-9')).toBe(false)
  },
)
