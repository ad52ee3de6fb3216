import { beforeAll, describe, expect, test } from 'vitest'

test('passes', () => {
  expect(1).toBe(1)
})

test('fails', () => {
  throw new Error('failed', { cause: new Error('because of this') })
})

describe('behind a set-up that breaks', () => {
  beforeAll(() => {
    throw new Error('the set-up broke')
  })

  test('does not run', () => {
    expect(1).toBe(1)
  })
})
