import { describe, expect, test } from 'vitest'
import {
  isPlausibleUsername,
  normaliseUsername,
  passwordFaults,
  usernameFaults,
} from '#domain/accounts/account.rules.ts'

const faultsOf = (password: string, more: Partial<Parameters<typeof passwordFaults>[0]> = {}) =>
  passwordFaults({
    password,
    password_repeat: password,
    username: 'jade@school.nl',
    isCommon: () => false,
    ...more,
  })

describe('an address', () => {
  test.each([
    'jade@school.nl',
    'j.van-den_berg+wiskunde@student.hogeschool.nl',
    "o'neill@school.nl",
    '1234567@school.nl',
    'jade@xn--bcher-kva.example',
    `${'j'.repeat(64)}@s.nl`,
  ])('%s could have mail', (username) => {
    expect(isPlausibleUsername(username)).toBe(true)
  })

  test.each([
    'jade@school',
    'jade@school.nl.',
    'jade@school.123',
    'jáde@school.nl',
    'jade@schoοl.nl',
    'jade.@school.nl',
    'ja..de@school.nl',
    'jade@school-.nl',
    'jade@school.nl,noor@school.nl',
    `${'j'.repeat(65)}@s.nl`,
    `j@${'s'.repeat(64)}.nl`,
  ])('%s could not', (username) => {
    expect(isPlausibleUsername(username)).toBe(false)
  })

  test('of 254 characters is the longest', () => {
    const label = 's'.repeat(61)
    const longest = `${'j'.repeat(64)}@${label}.${label}.${label}.nle`
    expect(longest).toHaveLength(254)
    expect(isPlausibleUsername(longest)).toBe(true)
    expect(isPlausibleUsername(`${longest}l`)).toBe(false)
  })

  test('is one address however it is typed', () => {
    expect(normaliseUsername('\t Jade@School.NL\n')).toBe('jade@school.nl')
    expect(usernameFaults(' Jade@School.NL ')).toEqual([])
  })

  test('that would take a naive expression for ever is judged at once', () => {
    expect(isPlausibleUsername(`${'a.'.repeat(5_000)}@`)).toBe(false)
    expect(isPlausibleUsername(`a@${'a-'.repeat(120)}`)).toBe(false)
  })
})

describe('a password', () => {
  test.each([
    [7, ['password-too-short']],
    [8, []],
    [256, []],
    [257, ['password-too-long']],
  ])('of %i characters, each of two units', (length, faults) => {
    expect(faultsOf('🔑'.repeat(length))).toEqual(faults)
  })

  test('that is one thing wrong is said to be that one thing', () => {
    expect(faultsOf('kort', { isCommon: () => true })).toEqual(['password-too-short'])
    expect(faultsOf('JADE@school.nl ', { isCommon: () => true })).toEqual(['password-is-username'])
    expect(faultsOf('wachtwoord', { isCommon: () => true })).toEqual(['password-common'])
  })

  test('and its repetition are judged apart', () => {
    expect(faultsOf('', { password_repeat: 'krijtbord' })).toEqual(['password-missing', 'password-repeat-differs'])
    expect(faultsOf('krijtbord', { password_repeat: '' })).toEqual(['password-repeat-missing'])
    expect(faultsOf('krijtbord', { password_repeat: 'Krijtbord' })).toEqual(['password-repeat-differs'])
  })
})
