// @module-tag race
import { expect, test } from 'vitest'
import { isFirstTry } from './first-try.ts'

test('shows itself once', () => {
  expect(isFirstTry('race')).toBe(false)
})
