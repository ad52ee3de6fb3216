import { expect, test } from 'vitest'
import { onboardingRefusalTexts } from '#domain/users/user.texts.ts'
import { isComplete } from '#domain/users/user-edit.rules.ts'

const all = { first_name: 'Sam', last_name: 'de Vries', education_department_id: 1 }

test('there is enough to confirm with both names and a department', () => {
  expect(isComplete(all)).toBe(true)
  expect(isComplete({ ...all, first_name: '' })).toBe(true)
  expect(isComplete({ ...all, last_name: '-' })).toBe(true)
  expect(isComplete({ ...all, first_name: '', last_name: ' ' })).toBe(false)
  expect(isComplete({ ...all, education_department_id: null })).toBe(false)
})

test('what is missing is said in Dutch', () => {
  expect(onboardingRefusalTexts['information-incomplete']).toBe('Vul eerst je naam in en kies een studierichting.')
})
