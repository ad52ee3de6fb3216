import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isPlausibleUsername,
  normaliseUsername,
  passwordFaults,
  readAddress,
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
    'jade',
    'jade@school',
    'jade@@school.nl',
    'jade van@school.nl',
    '.jade@school.nl',
    'jade@-school.nl',
    'jade@school.nl\r\nBcc: allen@school.nl',
    '"jade jansen"@school.nl',
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
    `j@${`${'s'.repeat(63)}.`.repeat(4)}nl`,
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

  test.for([
    ['Noor Bos <Noor@School.nl>', 'noor@school.nl'],
    ['"Look, Uit" <c16@school.nl>; ', 'c16@school.nl'],
    ["'noor@school.nl' <noor@school.nl>", 'noor@school.nl'],
    ['<noor@school.nl>,', 'noor@school.nl'],
    ['Look, Uit <c16@school.nl>', 'c16@school.nl'],
    ['mailto:noor@school.nl', 'noor@school.nl'],
    ['MAILTO:Noor%2Bwis@school.nl?subject=Hoi%20Noor', 'noor+wis@school.nl'],
    ['<mailto:noor@school.nl>', 'noor@school.nl'],
    ['noor@school.nl (Noor Bos)', 'noor@school.nl'],
    ['\u202anoor@school.nl\u202c\u200b', 'noor@school.nl'],
    ['Noor [extern] <\u00a0noor@school.nl >', 'noor@school.nl'],
    ['mailto:%ff@school.nl', '%ff@school.nl'],
    ["o'neill@school.nl", "o'neill@school.nl"],
    ['a?b@school.nl', 'a?b@school.nl'],
    ['noor@school.nl <noor@school.nl>', 'noor@school.nl'],
    // At the end of a sentence, and as Word and Outlook write quotes.
    ['noor@school.nl.', 'noor@school.nl'],
    ['Mail noor <noor@school.nl>.', 'noor@school.nl'],
    ['“noor@school.nl”', 'noor@school.nl'],
    ['‘noor@school.nl’ ', 'noor@school.nl'],
    // A page may show an address with a place to break it, and a PDF with a soft hyphen.
    ['noor.\u200bvan.den.berg@\u200bschool.nl', 'noor.van.den.berg@school.nl'],
    ['noor.bos@stu\u00addent.school.nl', 'noor.bos@student.school.nl'],
    ['noor@\u2060school\ufeff.nl', 'noor@school.nl'],
    // With a direction mark it is not the address that is seen.
    ['no\u202eor@school.nl', 'no\u202eor@school.nl'],
    ['mailto://noor@school.nl', 'noor@school.nl'],
    // proxyAddresses of Exchange
    ['SMTP:Noor@school.nl', 'noor@school.nl'],
    ['Noor <noor@school.nl>, Jade <jade@school.nl>', 'noor <noor@school.nl>, jade <jade@school.nl>'],
    ['noor@school.nl, Jade <jade@school.nl>', 'noor@school.nl, jade <jade@school.nl>'],
    ['Noor Bos', 'noor bos'],
    ['', ''],
    ['""@""', '@'],
    ['"\'noor@school.nl\'" (Noor) (Bos)', 'noor@school.nl'],
    ['<mailto:%22noor@school.nl%22>', 'noor@school.nl'],
  ])('in %j is read as %j', ([typed = '', address]) => {
    expect(readAddress(typed)).toBe(address)
  })

  test.for([
    '\u212Aees@school.nl',
    '\u017Fam@school.nl',
    'kees@\uFF53chool.nl',
    'kéés@school.nl',
    'k\u0435es@school.nl',
  ])('%j is nobody who is written in our letters, and is refused', (typed) => {
    expect(readAddress(typed)).toBe(typed)
    expect(usernameFaults(typed)).toEqual(['username-implausible'])
  })

  test('is found in any text at once, and finding it again changes nothing', () => {
    for (const text of ['<'.repeat(50_000), '"'.repeat(50_000), `(${'('.repeat(50_000)}`, 'a@,'.repeat(20_000)])
      expect(readAddress(text)).toBe(text)
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aK@. ,;<>"\'()?%:\u200b\u212a', 'mailto:') }), (typed) => {
        expect(readAddress(readAddress(typed))).toBe(readAddress(typed))
      }),
      { examples: [['""@""'], ['mailto:@,?']] },
    )
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
