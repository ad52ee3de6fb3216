import { describe, expect, test, vi } from 'vitest'
import { createPasswords, loadPasswordCheck } from '#api-server/accounts/passwords.ts'
import { createFairWork, type Party } from '#api-server/platform/fair-work.ts'
import { hashPassword, verifyPassword } from '#server/password-hash.ts'
import { unavailable } from '#server/problem.ts'

vi.mock('#server/password-hash.ts', { spy: true })

const PASSWORD = 'een-lang-wachtwoord'
const stranger = (key: string): Party => ({ known: false, key })
const known = (key: string): Party => ({ known: true, key })

test('a hash is argon2id with 19 MiB, two passes and one lane', async () => {
  expect(await hashPassword(PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('an unknown account takes one verification at the usual cost, and no password fits', async () => {
  const passwords = createPasswords()
  const encoded = await passwords.hash(PASSWORD, known('sam'))
  expect(await passwords.check(encoded, PASSWORD, known('sam'))).toBe(true)
  expect(await passwords.check(encoded, 'geraden', known('sam'))).toBe(false)
  vi.mocked(verifyPassword).mockClear()
  expect(await passwords.check(null, PASSWORD, known('sam'))).toBe(false)
  const [[nobody = ''] = []] = vi.mocked(verifyPassword).mock.calls
  expect(vi.mocked(verifyPassword)).toHaveBeenCalledOnce()
  expect(costOf(nobody)).toBe(costOf(encoded))
})

test('work beyond those at a time waits, and beyond those waiting is asked to come back', async () => {
  const gate = Promise.withResolvers<void>()
  let running = 0
  let most = 0
  const inTurn = createFairWork({ atATime: 2, waiting: 3, refuse: () => unavailable('password-queue') })
  const task = () =>
    inTurn(stranger('campus'), async () => {
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

test('a full queue drops the last of who has the most, for who then has fewer', async () => {
  const gate = Promise.withResolvers<void>()
  const inTurn = createFairWork({ atATime: 1, waiting: 3, refuse: () => unavailable('password-queue') })
  const refused: string[] = []
  const asked = ['running', 'most', 'most', 'fewer', 'fewer', 'newcomer'].map((key) =>
    inTurn(stranger(key), () => gate.promise).catch(() => {
      refused.push(key)
    }),
  )
  gate.resolve()
  await Promise.all(asked)
  expect(refused).toEqual(['fewer', 'most'])
})

test('work that fails gives its place to the next', async () => {
  const inTurn = createFairWork({ atATime: 1, waiting: 1, refuse: () => unavailable('password-queue') })
  const failing = () => inTurn(stranger('campus'), () => Promise.reject(new Error('out of memory')))
  for (let n = 0; n < 3; n++) await expect(failing()).rejects.toThrow('out of memory')
  expect(await inTurn(stranger('campus'), async () => 'done')).toBe('done')
})

describe('a flood of passwords', () => {
  /** Sends all before any of them is done; returns their order, and those that are asked to come back. */
  const flood = async (...crowds: readonly (readonly Party[])[]) => {
    const inTurn = createFairWork({ atATime: 2, waiting: 200, refuse: () => unavailable('password-queue') })
    const done: string[] = []
    const refused: string[] = []
    const all = crowds.flat().map((party) =>
      inTurn(party, async () => {
        done.push(party.key)
      }).catch(() => {
        refused.push(party.key)
      }),
    )
    await Promise.all(all)
    return { done, refused, lastOf: (name: string) => done.findLastIndex((key) => key.startsWith(name)) }
  }
  const crowd = (count: number, party: (key: string) => Party, name: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => party(name(n)))

  test('from thousands of addresses leaves who is known every other turn, and places to wait', async () => {
    const { done, refused, lastOf } = await flood(
      crowd(5_000, stranger, (n) => `bot-${n}`),
      crowd(80, known, (n) => `student-${n}`),
    )
    expect(refused.filter((key) => key.startsWith('student'))).toEqual([])
    expect(done).toHaveLength(202)
    // Behind the two that ran, and one stranger each.
    expect(lastOf('student')).toBeLessThanOrEqual(2 + 2 * 80)
  })

  test('from one address leaves each other address its share', async () => {
    const { refused, lastOf } = await flood(
      crowd(5_000, stranger, () => 'bot'),
      crowd(60, stranger, (n) => `newcomer-${n}`),
    )
    expect(refused.filter((key) => key.startsWith('newcomer'))).toEqual([])
    expect(lastOf('newcomer')).toBeLessThanOrEqual(2 + 2 * 60)
  })

  test('from who is known leaves newcomers every other turn, and each account its share', async () => {
    const { refused, lastOf } = await flood(
      crowd(5_000, known, () => 'classmate'),
      crowd(30, known, (n) => `student-${n}`),
      crowd(60, stranger, (n) => `newcomer-${n}`),
    )
    expect(refused.filter((key) => key !== 'classmate')).toEqual([])
    expect(lastOf('newcomer')).toBeLessThanOrEqual(2 + 2 * 60)
    expect(lastOf('student')).toBeLessThanOrEqual(2 + 4 * 30)
  })
})

const costOf = (encoded: string) => encoded.split('$').slice(1, 4).join('$')

test.for([
  'welkom123',
  'Welkom123!',
  'WISKUNDE1?',
  'password',
  'aaaaaaaa',
  '        ',
  '2027-Wiskunde!',
  'toets-moment-27',
  'Docent#20272027',
  // Passwords among the 10,000 commonest, by the list or by one of the patterns.
  'qwerty123',
  'Pa$$w0rd',
  '87654321',
  '987654321',
  '0987654321',
  '12341234',
  '123123123',
  '88888888',
  '12121212',
  '00001111',
  '88776655',
  'asdasdasd',
  '1234512345',
  '123456789123456789',
  'poiuytrewq',
  'lkjhgfds',
  'qwertzui',
  '1234567890-',
  '!123456!',
  '01011990',
  '31-12-1999',
  '2001.02.03',
  'hahahahaha',
  // A season, a month, a day, a place or a club, in Dutch or English, with a year.
  'Zomer2026!',
  'herfst-26!',
  '2027Winter',
  'Z0mer2026!',
  'Summer2026',
  'September26',
  'februari2027',
  'Maandag01!',
  'Utrecht2026',
  'Den Haag 2026',
  "'s-Hertogenbosch26",
  'ajax1900',
  'Feyenoord1908!',
  'FCUtrecht1970',
  'Zomer 2026-2027',
  '2026!z0mer',
  // … whose first or last sign stands for a letter.
  '@j@x1900',
  '4jax2026',
  'Goud@2026!',
  'Spart@26',
  '@msterdam2026!',
  `Utrecht2026${'!'.repeat(22)}`,
  'port02026',
])('%j is what anybody would try first', async (password) => {
  const isCommon = await loadPasswordCheck()
  expect(isCommon(password)).toBe(true)
  expect(isCommon('krijtbord-passer-9')).toBe(false)
  for (const own of [
    'wiskunde is een lust',
    '🔑🗿🧩🎲🪁🧮📐📏',
    'krijtbordkrijtbord',
    'zbcdefgh',
    '14 juli fietsen',
    '🔑🗿'.repeat(70),
    'utrecht84629174',
    'zomerhuisje aan zee',
    'ajaxtulpfiets2026',
  ])
    expect(isCommon(own), own).toBe(false)
})
