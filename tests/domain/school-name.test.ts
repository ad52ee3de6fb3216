import { expect, test } from 'vitest'
import { isSameSchoolName, schoolNameRefusal } from '#domain/entities/school-name.rules.ts'

test.for(['2026-2027', 'HBO-ICT', 'Économie & 3D', '数学', 'C++'])('%s is a name', (name) => {
  expect(schoolNameRefusal(name)).toBeNull()
})

test.for(['', '  ', '\u200b', '\u0301'])('%j, of which nothing is seen, is none', (name) => {
  expect(schoolNameRefusal(name)).toBe('school-name-missing')
})

test.for(['\u3164', 'A\u200fB', 'A\u061cB', 'A\tB'])('%j is unreadable', (name) => {
  expect(schoolNameRefusal(name)).toBe('school-name-unreadable')
})

test('two names that differ in capitals, spaces around them or the way an accent is written are the same', () => {
  expect(isSameSchoolName('ALG-1', 'alg-1')).toBe(true)
  expect(isSameSchoolName(' ALG  1 ', 'ALG 1')).toBe(true)
  expect(isSameSchoolName('Alg\u00e8bre', 'ALGE\u0300BRE')).toBe(true)
  expect(isSameSchoolName('ALG-1', 'ALG-2')).toBe(false)
})
