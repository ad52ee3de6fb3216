import { expect, test } from 'vitest'
import { tidyLine } from '#domain/entities/text.rules.ts'

test('a description becomes one line, without what nobody can see', () => {
  expect(tidyLine('  Rekenen\n\tmet\u0000 \u202Eletters \ud800')).toBe('Rekenen met letters')
  expect(tidyLine('Σ, ∫ en 😀')).toBe('Σ, ∫ en 😀')
})
