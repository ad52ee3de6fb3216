import { beforeAll, describe, expect, test } from 'vitest'
import { isFirstTry } from './first-try.ts'

test('passes when it is tried again', () => {
  expect(isFirstTry('late')).toBe(false)
})

test('never passes', () => {
  expect(1).toBe(2)
})

describe('behind a set-up that breaks once', () => {
  beforeAll(() => {
    if (isFirstTry('set-up')) throw new Error('the set-up broke')
  })

  test('is run when that works', () => {
    expect(1).toBe(1)
  })
})
