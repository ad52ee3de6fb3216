import { expect, test } from 'vitest'
import { tidyDescription } from '#domain/modules/module.rules.ts'

test('a description becomes one line, without what nobody can see', () => {
  expect(tidyDescription('  Rekenen\n\tmet\u0000 \u202Eletters \ud800')).toBe('Rekenen met letters')
  expect(tidyDescription('Σ, ∫ en 😀')).toBe('Σ, ∫ en 😀')
})
