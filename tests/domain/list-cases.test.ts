import { describe, expect, test } from 'vitest'
import { meaningsOf } from '#domain/import/columns.rules.ts'
import { finish } from '#domain/import/csv.rules.ts'
import { hasLostLetters, hasLostLettersInName } from '#domain/import/lost-letters.rules.ts'
import { judgingResults, readingResults } from '#domain/import/results.rules.ts'
import type { KnownSchool } from '#domain/import/students.rules.ts'
import { resultCellLabel } from '#domain/results/result.texts.ts'
import { differInLetter, matchListedNumbers, readPersonKey } from '#domain/users/student-number.rules.ts'
import { judgeRooms, judgeStudents, readModuleList, readRoomList, readStudentList } from './support/listed.ts'

// Lists as other systems and people make them.

const sam = {
  ...{ id: 1, roles: ['ROLE_STUDENT'] as const, first_name: 'Sam', last_name: 'de Vries', student_number: '0012345' },
  ...{ education_department_id: null, class_group: null, isOnboarded: true, isMerelyRegistered: false },
}
const school: KnownSchool = {
  accounts: new Map([['sam@school.test', sam]]),
  numbers: new Map([['0012345', 'sam@school.test']]),
  departments: [],
}
const judge = (text: string, update = false, departed = false) => {
  const reading = readStudentList(text)
  if (!reading.read) return [reading.fault]
  return judgeStudents(reading.rows, school, { update, departed }).map(({ findings }) =>
    findings.map(({ verdict, about }) => `${verdict} ${about}`.trim()).join(', '),
  )
}

describe('letters that were lost before a list came here', () => {
  test.each([
    ...['Zo‘', '£ukasz', 'Fran‡ois', 'JosŽ', 'Andr¿', 'Dani‘lle', 'VŽronique', 'MŸller', 'M¸ller', 'Micha³', 'Ren‚'],
    ...['ZoÃ«', 'Zo\uFFFD', '?ukasz', 'Andr—s', 'Nu–ez', 'M”ller', 'Zo&euml;', 'Jos&#233;', 'Zo\\u00eb', 'Jos=C3=A9'],
    ...['Jos%C3%A9', 'B≈rbel', 'S¯ren'],
  ])('%j is remarked on', (name) => {
    expect(hasLostLettersInName(name)).toBe(true)
    expect(judge(`voornaam;achternaam;e-mail\n"${name}";Bos;a@school.test`)).toEqual(['new-letters-lost'])
  })

  test.each([
    ...['Zoë', 'Łukasz', 'François', 'José', '‘t Hof', "'t Hof", 'O’Brien', 'O‘Brien', 'Sa‘id', 'Smit–Jansen', 'GÖTZ'],
    ...[
      'Étienne',
      'McDonald',
      'Gal·la',
      'Mª José',
      'Anne‑Marie',
      'Ngọc Ánh',
      'علی‌رضا',
      'עומר',
      'D´Angelo',
      'Dženana',
      'Jan & Co',
    ],
    ...['Jan “Jaap” Smit', 'Şükrü', 'Ž', 'Øystein', 'Siân'],
  ])('%j is a name', (name) => {
    expect(hasLostLettersInName(name)).toBe(false)
  })

  test('are remarked on in words of the school, whose formulas have signs of their own', () => {
    for (const text of ['differenti‘ren', 'Fran‡ais', 'co¿rdinaten', '?uclides', 'Caf&eacute;', 'ZoÃ«'])
      expect(hasLostLetters(text), text).toBe(true)
    for (const text of [
      'x² + √x ≤ 5×5',
      'Wat is π?',
      'm³ en °C',
      '€ 3,50',
      '¿Qué?',
      'α–β',
      'Wis­kunde',
      'H₂O',
      'f: ℝ→ℝ',
      'LEGO™',
    ])
      expect(hasLostLetters(text), text).toBe(false)
  })
})

describe('a column', () => {
  test.each([
    ['students', 'Tussenv.', 'prefix'],
    ['students', 'Studentnr.', 'student_number'],
    ['students', 'Achtern.', 'last_name'],
    ['students', 'Voorn.', 'first_name'],
    ['students', 'Studier.', 'education_department'],
    ['students', 'Tv', 'prefix'],
    ['testmoments', 'Open vanaf', 'opens'],
    ['testmoments', 'Open tot', 'closes'],
    ['testmoments', 'Inschrijving vanaf', 'opens'],
    ['rooms', 'Opmerk.', 'remark'],
    ['modules', 'Omschr.', 'description'],
  ] as const)('of %s named %j is known', (kind, header, meaning) => {
    expect(meaningsOf(kind, [header], {})).toEqual([meaning])
  })

  test.each([['Stud.'], ['Nr.'], ['E.'], ['Overig.']])('named %j could be several, or none', (header) => {
    expect(meaningsOf('students', [header], {})).toEqual([null])
  })

  test('that occurs twice is asked about, if it says whose line it is or what the result is', () => {
    expect(judgeResults('studentnummer;cijfer;cijfer\n0012345;4;7')).toEqual('import-column-missing')
    expect(judgeResults('studentnummer;Cijfer 1;Cijfer 2\n0012345;4;7')).toEqual('import-column-missing')
    expect(judge('e-mail;e-mail\na@school.test;b@school.test')).toEqual(['import-column-missing'])
    const columns = [{ header: 'cijfer (2)', meaning: 'result' }]
    expect(meaningsOf('results', ['studentnummer', 'cijfer', 'cijfer'], { columns })).toEqual([
      ...['student_number', null, 'result'],
    ])
    expect(meaningsOf('students', ['e-mail', 'naam', 'naam'], {})).toEqual(['username', 'whole_name', null])
  })

  test('with values that nobody uses is named, also without a name; a chosen or empty one is not', () => {
    const unused = (text: string, columns = [{ header: 'mentor', meaning: null }]) => {
      const reading = readStudentList(text, { columns })
      return reading.read ? reading.unused : reading.fault
    }
    const list = 'e-mail;mentor;hobby;;leeg;\na@school.test;;;;;\nb@school.test;Jan;voetbal;iets;;'
    expect(unused(list)).toEqual(['hobby', 'Kolom D'])
    expect(unused(list, [])).toEqual(['mentor', 'hobby', 'Kolom D'])
  })
})

const modules = [{ id: 1, name: 'ALG' }]
const judgeResults = (text: string, round = false) => {
  const lines = judgedResults(text, round)
  if (typeof lines === 'string') return lines
  return lines.map(({ findings }) => findings.map(({ verdict, about }) => `${verdict} ${about}`.trim()).join(', '))
}
const valuesOf = (text: string, round: boolean) => {
  const lines = judgedResults(text, round)
  return typeof lines === 'string' ? [] : lines.map(({ value }) => value)
}
function judgedResults(text: string, round: boolean) {
  const reading = finish(readingResults(text, { modules }))
  if (!reading.read) return reading.fault
  const cells = [
    {
      ...{ enrollment_id: 1, module_id: 1, version: 1, draft: null, published: null, published_at: null },
      ...{ presence: null, editor: null, sender: null },
    },
  ]
  const student = { id: 1, username: 'sam@school.test', first_name: 'Sam', last_name: 'de Vries', class_group: null }
  const students = [{ ...student, student_number: '0012345', cells }]
  const known = { students, modules, accounts: students, moduleId: 1, round }
  return finish(judgingResults(reading.rows, known))
}

describe('a number with a letter before it', () => {
  test('is that of the student who has it without, who keeps the own one, and of nobody else', () => {
    const head = 'e-mail;studentnummer\n'
    expect(judge(`${head}sam@school.test;s0012345`)).toEqual(['known, number-lettered 0012345'])
    expect(judge(`${head}sam@school.test;s0012345`, true)).toEqual(['known, number-lettered 0012345'])
    expect(judge(`${head}noor@school.test;s0012345`)).toEqual(['number-taken sam@school.test'])
    expect(judge(`${head}noor@school.test;s12345`)).toEqual(['number-taken sam@school.test'])
    expect(judgeResults('studentnummer;cijfer\nS0012345;7,5')).toEqual(['new, number-lettered 0012345'])
  })

  test('and the same number without it, of two people in one list, is a contradiction; other letters are other numbers', () => {
    const two = (one: string, other: string) =>
      judge(`naam;e-mail;studentnummer\nA B;a@pub.example;${one}\nC D;c@pub.example;${other}`)
    expect(two('S0077777', '0077777')).toEqual(['number-repeated 3', 'number-repeated 2'])
    expect(two('77777', 's0077777')).toEqual(['number-repeated 3', 'number-repeated 2'])
    expect(two('S0077777', 'P0077777')).toEqual(['new', 'new'])
    expect(judge('naam;e-mail;studentnummer\nA B;a@pub.example;S0077777\nA B;a@pub.example;0077777')).toEqual([
      ...['new', 'repeated 2'],
    ])
  })

  test('means no one where two have it, nor somebody with another letter', () => {
    const find = matchListedNumbers([
      { student_number: 'S123456' },
      { student_number: 'P123456' },
      { student_number: 'D777777' },
      { student_number: '888888' },
    ])
    expect(find('123456').match).toBe('several')
    expect(find('D777777').match).toBe('exact')
    expect(find('777777')).toEqual({ match: 'lettered', person: { student_number: 'D777777' } })
    expect(find('E777777').match).toBe('none')
    expect(find('se0888888')).toEqual({ match: 'none' })
    expect(find('SE0888888')).toEqual({ match: 'lettered', person: { student_number: '888888' } })
    expect(differInLetter('AB12', '12')).toBe(false)
  })
})

test.each([
  ['="0012363"', { kind: 'number', student_number: '0012363' }],
  [' = "0012363" ;', { kind: 'number', student_number: '0012363' }],
  ['="noor@school.test"', { kind: 'address', username: 'noor@school.test' }],
  ["'0012363", { kind: 'number', student_number: '0012363' }],
  ['=1+1', { kind: 'unreadable' }],
])('%j pasted as a person', (text, key) => {
  expect(readPersonKey(text)).toEqual(key)
})

test('one student in two groups is one account, with a remark on the other group', () => {
  expect(
    judge('e-mail;studentnummer;klas\ng10@pub.example;0099;A\ng10@pub.example;0099;B\ng10@pub.example;0099;A'),
  ).toEqual([...['new-without-name', 'group-repeated 2, met klas A', 'repeated 2']])
})

describe('a student who has left according to the list', () => {
  const list = (header: string, said: string) => `voornaam;achternaam;e-mail;${header}\nUit;Bos;uit@pub.example;${said}`
  test.each([
    ...['uitgeschreven', 'Uitgeschreven per 1-9-2026', 'Gestopt', 'INACTIEF', 'oud-student', 'beëindigd'].map(
      (said) => [...['status', said, said]],
    ),
    ['Status inschrijving', 'uitgeschreven', 'uitgeschreven'],
    ['Uitgeschreven', 'ja', 'uitgeschreven: ja'],
    ['Uitgeschreven?', '1-9-2026', 'uitgeschreven: 1-9-2026'],
  ])('by %j: %j is left out with a remark, unless asked', (header = '', said = '', about = '') => {
    expect(judge(list(header, said))).toEqual([`departed ${about}`])
    expect(judge(list(header, said), true)).toEqual([`departed ${about}`])
    expect(judge(list(header, said), false, true)).toEqual([`new, departed-taken ${about}`])
  })

  test.each([
    ...['actief', 'ingeschreven', '', 'niet uitgeschreven'].map((said) => ['status', said]),
    ...['nee', 'Nee', '-', ''].map((said) => ['uitgeschreven', said]),
    ['status mentor', 'gestopt'],
  ])('is not one with %j: %j', (header = '', said = '') => {
    expect(judge(list(header, said))).toEqual(['new'])
  })

  test('contradicts no line of the same student, and of nobody else', () => {
    expect(
      judge(
        'voornaam;achternaam;e-mail;studentnummer;studierichting;status\nA;B;a@pub.example;0081;Oud;gestopt\nA;B;a@pub.example;0081;;actief\nC;D;c@pub.example;0081;;uitgeschreven',
      ),
    ).toEqual(['departed gestopt', 'new', 'departed uitgeschreven'])
    expect(judge('e-mail;status\nsam@school.test;gestopt', true)).toEqual(['departed gestopt'])
  })
})

describe('a grade with two decimals', () => {
  const list = (grade: string) => `Voornaam,Achternaam,ID-nummer,"Cijfer/10,00"\nSam,de Vries,0012345,"${grade}"`
  test.each([
    ['7,53', '7,5'],
    ['5,45', '5,5'],
    ['5.449', '5,4'],
    ['9,96', '10,0'],
  ])('%s is refused, and rounded to %s by a choice that names it', (typed, rounded) => {
    expect(judgeResults(list(typed))).toEqual(['grade-too-precise'])
    expect(judgeResults(list(typed), true)).toEqual([`new, grade-rounded ${typed}`])
    expect(valuesOf(list(typed), true).map(resultCellLabel)).toEqual([rounded])
  })

  test('outside the scale is not rounded into it, and others are left alone', () => {
    expect(judgeResults(list('0,96'), true)).toEqual(['grade-out-of-range'])
    expect(judgeResults(list('10,04'), true)).toEqual(['grade-out-of-range'])
    expect(judgeResults(list('7,50'), true)).toEqual(['new'])
    expect(judgeResults(list('7,5x'), true)).toEqual(['grade-unreadable'])
  })
})

describe('a total below a list', () => {
  test.each([
    ...[
      'Totaal: 1 student',
      'Totaal',
      'Totaal 28 studenten',
      'Aantal: 28',
      'Aantal leerlingen 28',
      '28 studenten',
      '(28 rijen)',
    ],
    ...['Eindtotaal;28', 'Total: 28', 'Grand total', 'Number of students: 28', ';28 rows'],
  ])('%j', (line) => {
    expect(judge(`voornaam;achternaam;e-mail\n${line}`)).toEqual(['total'])
  })

  test.each([
    ...['Max;Bos;max@school.test', 'Totaal;Bos;totaal@school.test'].map((line) => [line, 'new']),
    ...['Bron: Magister;;', 'Pagina 1 van 2;;', 'Max;Bos;'].map((line) => [line, 'address-missing']),
  ])('%j is none', (line = '', verdict) => {
    expect(judge(`voornaam;achternaam;e-mail\n${line}`)).toEqual([verdict])
  })

  test('is no room, and a room or module with such a word in its name is', () => {
    const rooms = readRoomList('lokaal;plaatsen\nTotaal;420\nAantal lokalen: 3;\nTotaalzaal;30')
    expect(rooms.read && judgeRooms(rooms.rows, []).map(({ findings }) => findings[0]?.verdict)).toEqual([
      ...['total', 'total', 'new'],
    ])
    const listed = readModuleList('naam;beschrijving\nGemiddelden en spreiding;Statistiek\nAantal oplossingen;x')
    expect(listed.read && listed.rows.map(({ isTotal }) => isTotal)).toEqual([false, false])
  })
})
