import { describe, expect, test } from 'vitest'
import {
  type FollowingAccount,
  followPerson,
  isBraked,
  lastNameOf,
  type SourceFacts,
  type SourcePerson,
} from '#domain/source/source.rules.ts'
import { matchNumbers } from '#domain/users/student-number.rules.ts'

const person = (more: Partial<SourcePerson> = {}): SourcePerson => ({
  source_key: 'p',
  student_number: '0123456',
  first_name: 'Noor',
  last_name: 'Bos',
  username: 'noor@school.nl',
  departments: ['Wiskunde'],
  is_active: true,
  ...more,
})

const account = (more: Partial<FollowingAccount> = {}): FollowingAccount => ({
  id: 7,
  username: 'noor@school.nl',
  roles: ['ROLE_STUDENT'],
  first_name: 'Noor',
  last_name: 'Bos',
  student_number: '0123456',
  education_department: 'Wiskunde',
  is_used: true,
  ...more,
})

/** Facts of the school: these accounts, one of which may already follow the person. */
const facts = (accounts: FollowingAccount[], more: Partial<SourceFacts> & { for?: SourcePerson } = {}): SourceFacts => {
  const { for: whom = person(), ...given } = more
  return {
    linked: undefined,
    holder: matchNumbers(accounts)(whom.student_number),
    atAddress: accounts.find(({ username }) => username === whom.username),
    isRepeated: false,
    losing: new Set(),
    isRejected: false,
    hasAnotherId: false,
    ...given,
  }
}

describe('who is matched', () => {
  test('a student is matched by number, whatever the address', () => {
    const known = account({ username: 'n.bos@school.nl' })
    expect(followPerson(person(), facts([known]))).toMatchObject({ outcome: 'linked', user_id: 7 })
  })

  test.for([
    ['a teacher', ['ROLE_ADMIN']],
    ['a student who also teaches', ['ROLE_STUDENT', 'ROLE_ADMIN']],
    ['somebody without a role', []],
  ] as const)('%s is never matched, neither by number nor by address', ([, roles]) => {
    const byNumber = account({ roles: [...roles], first_name: 'Anders' })
    const byAddress = account({ roles: [...roles], student_number: null })
    for (const known of [byNumber, byAddress])
      expect(followPerson(person(), facts([known]))).toMatchObject({ outcome: 'skipped', remarks: ['no-student'] })
    const linked = followPerson(person(), facts([byNumber], { linked: byNumber }))
    expect(linked).toMatchObject({ outcome: 'skipped', after: {}, remarks: ['no-student'] })
  })

  test('by address only an account without a number is found, and then a teacher confirms', () => {
    const known = account({ student_number: null })
    expect(followPerson(person(), facts([known]))).toMatchObject({ outcome: 'skipped', remarks: ['address-match'] })
    const other = account({ student_number: '999' })
    expect(followPerson(person(), facts([other]))).toMatchObject({ outcome: 'skipped', remarks: ['number-differs'] })
  })

  test('nobody is matched or made without a number, or with one that two people have', () => {
    const known = account()
    const nameless = person({ student_number: '' })
    const without = followPerson(nameless, facts([known], { for: nameless }))
    expect(without).toMatchObject({ outcome: 'skipped', remarks: ['number-missing'] })
    const twice = followPerson(person(), facts([known], { isRepeated: true }))
    expect(twice).toMatchObject({ outcome: 'skipped', user_id: null, remarks: ['number-repeated'] })
  })

  test('a number that two accounts have apart from leading zeros matches neither', () => {
    const bare = person({ student_number: '123' })
    const accounts = [account({ id: 1, student_number: '0123' }), account({ id: 2, student_number: '00123' })]
    expect(followPerson(bare, facts(accounts, { for: bare })).remarks).toEqual(['number-ambiguous'])
  })

  test('who takes no programme of ours is no student here, and no remark', () => {
    const elsewhere = person({ departments: [] })
    expect(followPerson(elsewhere, facts([]))).toMatchObject({ outcome: 'skipped', remarks: [] })
  })
})

describe('who is new', () => {
  test('gets an account with name, number and department', () => {
    expect(followPerson(person(), facts([]))).toMatchObject({
      outcome: 'added',
      after: {
        username: 'noor@school.nl',
        first_name: 'Noor',
        last_name: 'Bos',
        student_number: '0123456',
        education_department: 'Wiskunde',
      },
    })
  })

  test('needs an address', () => {
    expect(followPerson(person({ username: '' }), facts([])).remarks).toEqual(['address-missing'])
    expect(followPerson(person({ username: 'noor' }), facts([])).remarks).toEqual(['address-invalid'])
  })

  test('with programmes of two departments chooses one', () => {
    const both = followPerson(person({ departments: ['Techniek', 'Wiskunde'] }), facts([]))
    expect(both).toMatchObject({ outcome: 'added', remarks: ['departments-several'] })
    expect(both.after.education_department).toBeNull()
  })
})

describe('what follows', () => {
  test('names and numbers follow the source', () => {
    const known = account({ first_name: 'Nora', student_number: '42' })
    const followed = followPerson(person(), facts([known], { linked: known }))
    expect(followed).toMatchObject({
      outcome: 'changed',
      before: { first_name: 'Nora', student_number: '42' },
      after: { first_name: 'Noor', student_number: '0123456' },
    })
  })

  test('a missing or unreadable name keeps the one that is there', () => {
    const missing = person({ first_name: '', last_name: '-' })
    expect(followPerson(missing, facts([account()], { linked: account() })).outcome).toBe('same')
    const forged = person({ first_name: 'No\u202Eor' })
    const followed = followPerson(forged, facts([account()], { linked: account() }))
    expect(followed).toMatchObject({ outcome: 'same', remarks: ['name-unreadable'] })
  })

  test('a number that another account has stays theirs', () => {
    const linked = account({ id: 7, student_number: '42' })
    const holder = account({ id: 8, username: 'ander@school.nl' })
    const followed = followPerson(person(), facts([linked, holder], { linked }))
    expect(followed).toMatchObject({ outcome: 'same', user_id: 7, remarks: ['number-taken'] })
  })

  test('a department follows where nothing ends by it, and waits for a teacher where something does', () => {
    const known = account({ education_department: 'Techniek' })
    const free = followPerson(person(), facts([known], { linked: known }))
    expect(free).toMatchObject({ outcome: 'changed', after: { education_department: 'Wiskunde' } })
    const held = followPerson(person(), facts([known], { linked: known, losing: new Set([7]) }))
    expect(held).toMatchObject({ outcome: 'same', after: {}, remarks: ['department-ends'] })
  })

  test('a department that is among those of the source stays', () => {
    const both = person({ departments: ['Techniek', 'Wiskunde'] })
    expect(followPerson(both, facts([account()], { linked: account() }))).toMatchObject({
      outcome: 'same',
      remarks: [],
    })
  })

  test('an address follows until somebody reads mail there, and then waits for a teacher', () => {
    const moved = person({ username: 'n.bos@school.nl' })
    const unused = account({ is_used: false })
    const free = followPerson(moved, facts([unused], { for: moved, linked: unused }))
    expect(free).toMatchObject({ outcome: 'changed', after: { username: 'n.bos@school.nl' } })
    const used = followPerson(moved, facts([account()], { for: moved, linked: account() }))
    expect(used).toMatchObject({ outcome: 'same', after: {}, remarks: ['address-changed'] })
  })

  test('an address that another account has stays theirs', () => {
    const moved = person({ username: 'ander@school.nl' })
    const linked = account({ is_used: false })
    const other = account({ id: 8, username: 'ander@school.nl', student_number: null })
    const followed = followPerson(moved, facts([linked, other], { for: moved, linked }))
    expect(followed).toMatchObject({ outcome: 'same', remarks: ['address-taken'] })
  })

  test('who is gone there is listed, and stays as they are', () => {
    const gone = person({ is_active: false, first_name: 'Anders' })
    const followed = followPerson(gone, facts([account()], { linked: account() }))
    expect(followed).toMatchObject({ outcome: 'gone', user_id: 7, after: {} })
  })
})

test.for([
  ['van den', 'Berg', 'van den Berg'],
  ['van den', 'van den Berg', 'van den Berg'],
  ['', "van 't Hof", "van 't Hof"],
  ['de', 'Vries', 'de Vries'],
  ['El', 'Amrani', 'El Amrani'],
  ['', '', ''],
])('prefix %j and surname %j are %j', ([prefix = '', surname = '', expected = '']) => {
  expect(lastNameOf(prefix, surname)).toBe(expected)
})

test.for([
  [1_000, 0, 60, 40, false],
  [1_000, 0, 60, 41, true],
  [1_000, 41, 30, 30, true],
  [1_000, 101, 0, 0, true],
  [100, 0, 20, 0, false],
  [100, 0, 21, 0, true],
  [5, 15, 5, 0, false],
  [0, 21, 0, 0, true],
] as const)('with %d followed, %d added, %d changed and %d gone a run stops: %s', ([followed, ...counts]) => {
  const [added, changed, gone, expected] = counts
  expect(isBraked({ followed, added, changed, gone })).toBe(expected)
})
