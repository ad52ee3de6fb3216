import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decideSchoolLogin,
  type KnownHere,
  type LinkableAccount,
  type SchoolClaims,
  type WantedLogin,
} from '#domain/logins/linking.rules.ts'

const NOW = Date.parse('2026-03-10T09:00:00.000Z')
const ADDRESS = 'noor@school.test'

const claims: SchoolClaims = {
  issuer: 'https://login.school.test',
  subject: 'a1b2',
  email: ADDRESS,
  emailVerified: true,
  firstName: 'Noor',
  lastName: 'Bos',
  studentNumber: 'S012345',
  isAdministrator: false,
}

const account = (more: Partial<LinkableAccount> = {}): LinkableAccount => ({
  id: 7,
  username: ADDRESS,
  first_name: 'Noor',
  last_name: 'Bos',
  student_number: null,
  roles: ['ROLE_STUDENT'],
  activated: true,
  isOff: false,
  isUntouched: false,
  isLinked: false,
  identity_link_until: null,
  ...more,
})
const waiting = { activated: false }
const off = { activated: false, isOff: true }
const untouched = { activated: false, isUntouched: true, username: 'imported@school.test', student_number: 'S012345' }
const administrator = { roles: ['ROLE_ADMIN' as const] }
const inTime = new Date(NOW + 1).toISOString()
const tooLate = new Date(NOW).toISOString()
const other = account({ id: 9, username: 'other@school.test' })

const LOGIN: WantedLogin = { purpose: 'login' }
const LINK: WantedLogin = { purpose: 'link', userId: 7 }
const PROVE: WantedLogin = { purpose: 'prove', userId: 7 }

interface Case {
  said?: Partial<SchoolClaims>
  wish?: WantedLogin
  known?: Partial<KnownHere>
  trusted?: string[]
}

const decide = ({ said, wish = LOGIN, known, trusted = [] }: Case) =>
  decideSchoolLogin(
    { ...claims, ...said },
    wish,
    { isBarred: false, linked: undefined, byAddress: undefined, byNumber: undefined, asking: undefined, ...known },
    { trustedDomains: trusted, now: NOW },
  )

/** 'log in 7', 'link 7', 'activate 7', 'make', or why not. */
function outcomeOf(given: Case): string {
  const decision = decide(given)
  if (decision.does === 'refuse') return decision.failure
  if (decision.does === 'make') return `make ${decision.account.role}`
  const did = decision.activates ? 'activate' : decision.links ? 'link' : 'log in'
  return `${did} ${decision.userId}`
}

test('a name that comes from the school’s own system is not filled in by a login', () => {
  const half = { first_name: '', student_number: '42' }
  const changesOf = (more: Partial<LinkableAccount>) => {
    const decision = decide({ known: { linked: account({ ...half, ...more }) } })
    return decision.does === 'admit' && decision.changes
  }
  expect(changesOf({})).toEqual({ first_name: 'Noor' })
  expect(changesOf({ follows_source: true })).toEqual({})
  // Nobody has a name for them yet.
  expect(changesOf({ last_name: '', follows_source: true })).toEqual({ first_name: 'Noor', last_name: 'Bos' })
})

describe('somebody from the school’s provider', () => {
  test.for<[string, Case, string]>([
    ['whom it names without an address', { said: { email: undefined } }, 'address-missing'],
    ['with what is no address', { said: { email: 'noor' } }, 'address-missing'],
    ['whose subject is none', { said: { subject: '' } }, 'refused'],
    ['whose subject hides a sign', { said: { subject: 'a1\0b2' } }, 'refused'],
    ['whose subject is too long', { said: { subject: 'x'.repeat(256) } }, 'refused'],
    ['whom nobody knows', {}, 'make ROLE_STUDENT'],
    ['whom nobody knows and whose claim says teacher', { said: { isAdministrator: true } }, 'make ROLE_ADMIN'],
    ['whose address is not verified', { said: { emailVerified: false } }, 'address-unverified'],
    ['whose address may be verified', { said: { emailVerified: undefined } }, 'address-unverified'],
    [
      'of a domain that the school vouches for',
      { said: { emailVerified: undefined }, trusted: ['school.test'] },
      'make ROLE_STUDENT',
    ],
    [
      'of a subdomain of that',
      { said: { emailVerified: undefined, email: 'noor@old.school.test' }, trusted: ['school.test'] },
      'address-unverified',
    ],
    [
      'of a domain that only ends so',
      { said: { emailVerified: undefined, email: 'noor@mijnschool.test' }, trusted: ['school.test'] },
      'address-unverified',
    ],
    [
      'of that domain, whom the provider calls unverified',
      { said: { emailVerified: false }, trusted: ['school.test'] },
      'address-unverified',
    ],
    ['with the address of an account', { known: { byAddress: account() } }, 'link 7'],
    [
      'with the unverified address of an account',
      { said: { emailVerified: false }, known: { byAddress: account() } },
      'address-unverified',
    ],
    ['with that of one that waits', { known: { byAddress: account(waiting) } }, 'activate 7'],
    ['with that of one that is off', { known: { byAddress: account(off) } }, 'account-off'],
    ['with that of one of another subject', { known: { byAddress: account({ isLinked: true }) } }, 'other-identity'],
    ['with that of an administrator', { known: { byAddress: account(administrator) } }, 'administrator-unlinked'],
    [
      'with that of an administrator, whatever the claim says',
      { said: { isAdministrator: true }, known: { byAddress: account(administrator) } },
      'administrator-unlinked',
    ],
    [
      'with that of one who is a student too',
      { known: { byAddress: account({ roles: ['ROLE_STUDENT', 'ROLE_ADMIN'] }) } },
      'administrator-unlinked',
    ],
    [
      'with that of an administrator who waits',
      { known: { byAddress: account({ ...administrator, ...waiting }) } },
      'administrator-unlinked',
    ],
    [
      'whom npm run admin let link',
      { known: { byAddress: account({ ...administrator, identity_link_until: inTime }) } },
      'link 7',
    ],
    [
      'whom it let link until now',
      { known: { byAddress: account({ ...administrator, identity_link_until: tooLate }) } },
      'administrator-unlinked',
    ],
    ['with the number of an imported account', { known: { byNumber: account(untouched) } }, 'activate 7'],
    [
      'with that number and an unverified address',
      { said: { emailVerified: undefined }, known: { byNumber: account(untouched) } },
      'address-unverified',
    ],
    ['with the number of an account in use', { known: { byNumber: account() } }, 'make ROLE_STUDENT'],
    ['with that of one that is off', { known: { byNumber: account(off) } }, 'account-off'],
    [
      'with that of an administrator nobody has been in',
      { known: { byNumber: account({ ...untouched, ...administrator }) } },
      'make ROLE_STUDENT',
    ],
    [
      'with the address of one account and the number of another',
      { known: { byAddress: account(), byNumber: account({ ...untouched, id: 9 }) } },
      'link 7',
    ],
    ['whose account was deleted', { known: { isBarred: true } }, 'barred'],
    ['whose account was deleted, and who made another', { known: { isBarred: true, byAddress: account() } }, 'barred'],
    ['whom it knows already', { known: { linked: account() } }, 'log in 7'],
    ['whom it knows, without an address', { said: { email: undefined }, known: { linked: account() } }, 'log in 7'],
    [
      'whom it knows, with the address of somebody else',
      { known: { linked: account({ username: 'old@school.test' }), byAddress: other } },
      'log in 7',
    ],
    ['whom it knows, and who is an administrator', { known: { linked: account(administrator) } }, 'log in 7'],
    ['whom it knows, and who was switched off', { known: { linked: account(off) } }, 'account-off'],
    ['whom it knows, and who was invited again', { known: { linked: account(waiting) } }, 'activate 7'],
    [
      'who links, as an administrator with any address',
      { wish: LINK, said: { emailVerified: false }, known: { asking: account(administrator) } },
      'link 7',
    ],
    ['who links again', { wish: LINK, known: { asking: account(), linked: account() } }, 'log in 7'],
    ['who links what is another’s', { wish: LINK, known: { asking: account(), linked: other } }, 'other-account'],
    ['who links a second one', { wish: LINK, known: { asking: account({ isLinked: true }) } }, 'other-identity'],
    ['who links with one that is barred', { wish: LINK, known: { isBarred: true, asking: account() } }, 'barred'],
    ['who links and was switched off meanwhile', { wish: LINK, known: { asking: account(off) } }, 'account-off'],
    ['who links and was deleted meanwhile', { wish: LINK }, 'account-off'],
    ['who proves again that it is them', { wish: PROVE, known: { asking: account(), linked: account() } }, 'log in 7'],
    ['who proves to be somebody else', { wish: PROVE, known: { asking: account(), linked: other } }, 'other-person'],
    ['who proves to be nobody here', { wish: PROVE, known: { asking: account() } }, 'other-person'],
    [
      'who proves to be who was switched off',
      { wish: PROVE, known: { asking: account(off), linked: account(off) } },
      'account-off',
    ],
  ])('%s', ([, given, outcome]) => {
    expect(outcomeOf(given)).toBe(outcome)
  })
})

/** Changes and obstacles of a login, by name: 'username', 'number-taken 9'. */
function effectsOf(given: Case) {
  const decision = decide(given)
  if (decision.does !== 'admit') return []
  return [
    ...Object.entries(decision.changes).map(([name, value]) => `${name} ${value}`),
    ...decision.notices.map(({ kind, other_user_id }) => `${kind} ${other_user_id}`),
  ]
}

describe('an account follows its login', () => {
  const numbered = account({ student_number: 'S012345' })
  test.for<[string, Case, string[]]>([
    ['in nothing that agrees', { known: { linked: numbered, byNumber: numbered } }, []],
    [
      'to a new address',
      { said: { email: 'Noor.Bos@School.test' }, known: { linked: numbered } },
      ['username noor.bos@school.test'],
    ],
    [
      'not to one that is unverified',
      { said: { email: 'x@school.test', emailVerified: false }, known: { linked: numbered } },
      [],
    ],
    [
      'not to one that another has',
      { said: { email: other.username }, known: { linked: numbered, byAddress: other } },
      ['address-taken 9'],
    ],
    [
      'in names that are missing, and in no other',
      { said: { firstName: ' Anna ' }, known: { linked: { ...numbered, first_name: '', last_name: 'Smit' } } },
      ['first_name Anna'],
    ],
    [
      'not to its own student number without the zeros',
      { said: { studentNumber: '12345' }, known: { linked: { ...numbered, student_number: '0012345' } } },
      [],
    ],
    [
      'not the one name that somebody has, said twice',
      { said: { lastName: 'Anna' }, known: { linked: { ...numbered, first_name: 'Anna', last_name: '' } } },
      [],
    ],
    [
      'not to a name that is none',
      { said: { firstName: '\u202e' }, known: { linked: { ...numbered, first_name: '' } } },
      [],
    ],
    [
      'in a number that is missing',
      { said: { studentNumber: ' s.012345' }, known: { linked: account() } },
      ['student_number S012345'],
    ],
    ['not to a number that another has', { known: { linked: account(), byNumber: other } }, ['number-taken 9']],
    [
      'not from one number to another',
      { known: { linked: account({ student_number: 'S9' }) } },
      ['number-differs null'],
    ],
    [
      'not from one number to that of another',
      { known: { linked: account({ student_number: 'S9' }), byNumber: other } },
      ['number-differs 9'],
    ],
    ['not to what is no number', { said: { studentNumber: 'urn:x:1' }, known: { linked: account() } }, []],
    ['in no number as a teacher', { known: { linked: account(administrator) } }, []],
  ])('%s', ([, given, effects]) => {
    expect(effectsOf(given)).toEqual(effects)
  })

  test('an imported one takes the address of its login, and its number stays', () => {
    const imported = account(untouched)
    expect(effectsOf({ known: { byNumber: imported } })).toEqual([`username ${ADDRESS}`])
  })
})

describe('an account that a login makes', () => {
  test('has what the provider says, and what it does not say is asked', () => {
    expect(decide({})).toMatchObject({
      account: {
        username: ADDRESS,
        first_name: 'Noor',
        last_name: 'Bos',
        student_number: 'S012345',
        onboarding_step: 2,
      },
      notices: [],
    })
    expect(decide({ said: { lastName: undefined } })).toMatchObject({ account: { last_name: '', onboarding_step: 1 } })
  })

  test('has no number that another has, nor as a teacher', () => {
    expect(decide({ known: { byNumber: other } })).toMatchObject({
      account: { student_number: null },
      notices: [{ kind: 'number-taken', other_user_id: 9 }],
    })
    expect(decide({ said: { isAdministrator: true }, known: { byNumber: other } })).toMatchObject({
      account: { student_number: null },
      notices: [],
    })
  })
})

test('whatever the provider says, no claim makes anybody an administrator who has an account', () => {
  const accounts = fc.record({
    roles: fc.constantFrom<LinkableAccount['roles'][]>([], ['ROLE_STUDENT'], ['ROLE_ADMIN']),
    activated: fc.boolean(),
    isOff: fc.boolean(),
    isUntouched: fc.boolean(),
    isLinked: fc.boolean(),
  })
  const said = fc.record({ isAdministrator: fc.boolean(), emailVerified: fc.constantFrom(true, false, undefined) })
  fc.assert(
    fc.property(accounts, said, fc.constantFrom(LOGIN, LINK, PROVE), (more, given, wish) => {
      const known = account(more)
      const decision = decide({ said: given, wish, known: { byAddress: known, asking: known } })
      // An account with that address is never passed by for a second one, nor its role touched.
      expect(decision.does).not.toBe('make')
      if (decision.does === 'admit') expect(Object.keys(decision.changes)).not.toContain('roles')
      if (wish === LOGIN && more.roles.includes('ROLE_ADMIN')) expect(decision.does).toBe('refuse')
      if (wish === LOGIN && given.emailVerified !== true) expect(decision.does).toBe('refuse')
    }),
  )
})
