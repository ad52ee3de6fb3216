import { expect, test } from 'vitest'
import { isSameModuleName, tidyDescription } from '#domain/module/module-edit.rules.ts'

test('two names that differ in capitals, spaces around them or the way an accent is written are the same', () => {
  expect(isSameModuleName('ALG-1', 'alg-1')).toBe(true)
  expect(isSameModuleName(' ALG  1 ', 'ALG 1')).toBe(true)
  expect(isSameModuleName('Alg\u00e8bre', 'ALGE\u0300BRE')).toBe(true)
  expect(isSameModuleName('ALG-1', 'ALG-2')).toBe(false)
})

test('a description becomes one line, without what nobody can see', () => {
  expect(tidyDescription('  Rekenen\n\tmet\u0000 \u202Eletters \ud800')).toBe('Rekenen met letters')
  expect(tidyDescription('Σ, ∫ en 😀')).toBe('Σ, ∫ en 😀')
})
