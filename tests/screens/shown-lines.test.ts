import { expect, test } from 'vitest'
import { countNotable, shownLines } from '#src/admin/import/shown-lines.ts'

const lines = (['new', 'known', 'address-invalid', 'is-administrator', 'new-without-name', 'new'] as const).map(
  (verdict, index) => ({ line: index + 2, verdict, about: '' }),
)

test('what is wrong with a list comes first, then what is worth knowing, then what is new', () => {
  expect(shownLines(lines, 'all').map(({ line }) => line)).toEqual([4, 6, 5, 2, 7, 3])
})

test('a look at the remarks alone leaves out what goes without saying', () => {
  expect(shownLines(lines, 'notable').map(({ verdict }) => verdict)).toEqual([
    'address-invalid',
    'new-without-name',
    'is-administrator',
  ])
  expect(countNotable(lines)).toBe(3)
})
