import { expect, test } from 'vitest'
import { schoolNameRefusal } from '#domain/school-name/school-name.rules.ts'

test.for(['2026-2027', 'HBO-ICT', 'Économie & 3D', '数学', 'C++'])('%s is a name', (name) => {
  expect(schoolNameRefusal(name)).toBeNull()
})

test.for(['', '  ', '\u200b', '\u0301'])('%j, of which nothing is seen, is none', (name) => {
  expect(schoolNameRefusal(name)).toBe('school-name-missing')
})

test.for(['\u3164', 'A\u200fB', 'A\u061cB', 'A\tB'])('%j is unreadable', (name) => {
  expect(schoolNameRefusal(name)).toBe('school-name-unreadable')
})
