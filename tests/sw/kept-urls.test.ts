import { expect, it } from 'vitest'
import { isKept } from '#sw/lists/kept-urls.ts'

const at = (path: string) => isKept(new URL(path, 'https://school.test'))

it.each([
  '/api/v1/user',
  '/api/v1/schoolyear',
  '/api/v1/user/7/testmoments',
  '/api/v1/user/7/testmoments?module_id=2',
  '/api/v1/user/12/module-statuses',
])('%s is kept', (path) => {
  expect(at(path)).toBe(true)
})

it.each([
  '/api/v1/user/7',
  '/api/v1/users/20',
  '/api/v1/user/7/sessions',
  '/api/v1/live',
  '/api/v1/schoolyear/3',
  '/api/v1/login_check',
  '/push/key',
  '/x/api/v1/user',
])('%s is not', (path) => {
  expect(at(path)).toBe(false)
})
