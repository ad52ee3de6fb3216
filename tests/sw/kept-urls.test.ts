import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { readSeats } from '#contract/waiting.calls.ts'
import { moduleStatusSchema, testmomentSchema } from '#domain/enrollments/enrollment.schema.ts'
import { receivedMessageSchema } from '#domain/messages/message.schema.ts'
import { takenTestSchema } from '#domain/results/result.schema.ts'
import { schoolyearSchema } from '#domain/schoolyears/schoolyear.schema.ts'
import { userSchema } from '#domain/users/user.schema.ts'
import { isKept } from '#sw/lists/keep-lists.ts'
import { KEPT_SHAPE } from '#sw/lists/list-store.ts'
import { isFitting } from '#sw/lists/list-strategy.ts'

const at = (path: string) => isKept(new URL(path, 'https://school.test'))

it.each([
  '/api/v1/user',
  '/api/v1/schoolyear',
  '/api/v1/user/7/testmoments',
  '/api/v1/user/7/testmoments?module_id=2',
  '/api/v1/user/12/module-statuses',
  '/api/v1/user/7/messages',
  '/api/v1/user/7/seats',
  '/api/v1/user/7/history',
])('%s is kept', (path) => {
  expect(at(path)).toBe(true)
})

it.each([
  '/api/v1/user/7',
  '/api/v1/users/20',
  '/api/v1/user/7/sessions',
  '/api/v1/messages/20',
  '/api/v1/message/7',
  '/api/v1/live',
  '/api/v1/waiting',
  '/api/v1/schoolyear/3',
  '/api/v1/login_check',
  '/push/key',
  '/x/api/v1/user',
])('%s is not', (path) => {
  expect(at(path)).toBe(false)
})

it('what is kept says of which shape it is: with a change of these schemas KEPT_SHAPE becomes this hash', () => {
  const schemas = [
    userSchema,
    schoolyearSchema,
    moduleStatusSchema,
    testmomentSchema,
    receivedMessageSchema,
    readSeats.reply,
    takenTestSchema,
  ]
  const shapes = schemas.map((schema) => z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))
  const hash = createHash('sha256').update(JSON.stringify(shapes)).digest('hex')
  expect(KEPT_SHAPE).toBe(hash.slice(0, 12))
})

it.each([
  ['/api/v1/user', '{"id":7,"username":"a@school.nl","_links":{}}', true],
  ['/api/v1/user', '{"id":7}', false],
  ['/api/v1/user/7/module-statuses', '{"entities":[{"module":{},"enrollments":{}}]}', true],
  ['/api/v1/user/7/module-statuses', '{"entities":[{}]}', false],
  ['/api/v1/user/7/testmoments', '{"entities":[]}', true],
  [
    '/api/v1/user/7/testmoments?module_id=2',
    '{"entities":[{"id":1,"date":"2026-12-01","modules":null,"_links":{}}]}',
    false,
  ],
  ['/api/v1/user/7/seats', '{"entities":[],"waiting":[],"outcomes":[]}', true],
  ['/api/v1/user/7/seats', '{"entities":[]}', false],
  ['/api/v1/user/7/messages', '[]', false],
])('of %s the body %s fits: %s', (url, body, fits) => {
  expect(isFitting({ url, status: 200, body })).toBe(fits)
})

it('that there is no active school year fits whatever else the answer says', () => {
  expect(isFitting({ url: '/api/v1/schoolyear', status: 404, body: '{"reason":"not-found"}' })).toBe(true)
})
