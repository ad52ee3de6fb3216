import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linesOf } from '#domain/enrollments/group-act.rules.ts'
import {
  bareNumber,
  differInZeros,
  matchNumbers,
  readPersonKey,
  studentNumberRefusal,
  tidyStudentNumber,
} from '#domain/users/student-number.rules.ts'

describe('a student number', () => {
  test.for([
    ['1234567', '1234567'],
    ['0123456', '0123456'],
    [' s 012.345\u00a0', 'S012345'],
    ['1.234.567', '1234567'],
    ['123.000', '123000'],
    ['123456.0', '123456'],
    ['123456,00', '123456'],
    ['1.234.567,00', '1234567'],
    ["'0123456", '0123456'],
    ['12\u200b34', '1234'],
    ['', ''],
    [' . ', ''],
    ['12E4', '12E4'],
    ['A'.repeat(20), 'A'.repeat(20)],
  ])('%j is kept as %j', ([typed = '', kept]) => {
    expect(tidyStudentNumber(typed)).toBe(kept)
    expect(studentNumberRefusal(tidyStudentNumber(typed))).toBeNull()
  })

  test.for([
    ['1,23457E+06', 'student-number-shortened'],
    ['1.23457e+6', 'student-number-shortened'],
    ['1E+05', 'student-number-shortened'],
    ['1.2E6', 'student-number-shortened'],
    ['123-456', 'student-number-unreadable'],
    ['=1+1', 'student-number-unreadable'],
    ['１２３', 'student-number-unreadable'],
    ['12\u000034', 'student-number-unreadable'],
    ['Ж123', 'student-number-unreadable'],
    ['0', 'student-number-unreadable'],
    ['0000000', 'student-number-unreadable'],
    ['1'.repeat(21), 'student-number-too-long'],
  ])('%j is refused: %s', ([typed = '', refusal]) => {
    expect(studentNumberRefusal(tidyStudentNumber(typed))).toBe(refusal)
  })
})

describe('the person that a number means', () => {
  const match = matchNumbers(
    ['00847781', '0123', '123', '00456', '0456', '000', null].map((student_number) => ({ student_number })),
  )
  test.for([
    ['00847781', { match: 'exact', person: { student_number: '00847781' } }],
    ['847781', { match: 'zeros', person: { student_number: '00847781' } }],
    ['000847781', { match: 'zeros', person: { student_number: '00847781' } }],
    ['123', { match: 'exact', person: { student_number: '123' } }],
    ['00123', { match: 'several', people: [{ student_number: '0123' }, { student_number: '123' }] }],
    ['456', { match: 'several', people: [{ student_number: '00456' }, { student_number: '0456' }] }],
    ['0', { match: 'none' }],
    ['', { match: 'none' }],
    ['84778', { match: 'none' }],
  ] as const)('%s', ([number, found]) => {
    expect(match(number)).toEqual(found)
  })

  test('is the only one who has it, but for zeros in front, among any others', () => {
    const numbers = fc.stringMatching(/^0{0,3}[1-9S][0-9]{0,2}$/)
    fc.assert(
      fc.property(fc.uniqueArray(numbers), numbers, (had, asked) => {
        const found = matchNumbers(had.map((student_number) => ({ student_number })))(asked)
        const same = had.filter((number) => bareNumber(number) === bareNumber(asked))
        expect(found.match).toBe(
          had.includes(asked) ? 'exact' : same.length === 0 ? 'none' : same.length === 1 ? 'zeros' : 'several',
        )
        if (found.match === 'zeros') expect(differInZeros(found.person.student_number, asked)).toBe(true)
      }),
    )
  })
})

describe('a line of a pasted list', () => {
  test.for([
    ['Noor@School.test ', 'noor@school.test'],
    ['Noor Bos <noor@school.test>;', 'noor@school.test'],
    ['mailto:noor@school.test', 'noor@school.test'],
    ['"noor@school.test",', 'noor@school.test'],
  ])('%j is the address %s', ([line = '', username]) => {
    expect(readPersonKey(line)).toEqual({ kind: 'address', username })
  })

  test('is a student number where there is no @', () => {
    expect(readPersonKey('\t s012 345;')).toEqual({ kind: 'number', student_number: 'S012345' })
  })

  test.for(['', '  ', 'noor@', 'a b@c@d', 'wie? nu', '1,2E+06', ' '.repeat(100_000)])('%j is unreadable', (line) => {
    expect(readPersonKey(line)).toEqual({ kind: 'unreadable' })
  })
})

test.for([
  [
    '"Look, Uit" <c16@school.test>; "Bos, Noor" <noor@school.test>;',
    ['"Look, Uit" <c16@school.test>', '"Bos, Noor" <noor@school.test>'],
  ],
  ['Bos, Noor <noor@school.test>; look@school.test', ['Bos, Noor <noor@school.test>', 'look@school.test']],
  ['a@school.test, b@school.test,c@school.test', ['a@school.test', 'b@school.test', 'c@school.test']],
  ['123456, s234567; 345678', ['123456', 's234567', '345678']],
  ['1.234.567,00', ['1.234.567,00']],
  ['Bos, Noor\r\n\u200b\n\u00a0Bos "\n', ['Bos, Noor', 'Bos "']],
] as const)('%j names %j', ([list, people]) => {
  expect(linesOf(list).map(({ text }) => text)).toEqual(people)
})
