import { expect, test } from 'vitest'
import { isComplete } from '#domain/users/user-edit.rules.ts'

const all = { first_name: 'Sam', last_name: 'de Vries', education_department_id: 1 }

test('there is enough to confirm with both names and a department', () => {
  expect(isComplete(all)).toBe(true)
  expect(isComplete({ ...all, first_name: '' })).toBe(true)
  expect(isComplete({ ...all, last_name: '-' })).toBe(true)
})

test.for([
  ['no name', { first_name: '', last_name: ' ' }],
  ['a first name that is too long', { first_name: 'a'.repeat(101) }],
  ['a last name that is too long', { last_name: 'a'.repeat(101) }],
  ['no department', { education_department_id: null }],
] as const)('there is not with %s', ([, missing]) => {
  expect(isComplete({ ...all, ...missing })).toBe(false)
})
