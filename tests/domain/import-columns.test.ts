import { describe, expect, test } from 'vitest'
import { missingMeanings } from '#domain/import/columns.rules.ts'
import { eachOf, finish } from '#domain/import/csv.rules.ts'
import { findHeading } from '#domain/import/heading.rules.ts'
import { type ColumnReading, importKindSchema } from '#domain/import/import.schema.ts'
import { type ImportKind, importKinds, listKind } from '#domain/import/import-kinds.ts'
import type { ListKind } from '#domain/import/list-kind.ts'
import { judgeStudents, readColumns, readList, readStudentList } from '#tests/domain/support/listed.ts'

const meaningsOf = (kind: ImportKind, header: readonly string[], columns?: readonly ColumnReading[]) =>
  readColumns(kind, header, { columns }).map(({ header, meaning }) => `${header} → ${meaning}`)

test.each([
  ['a title of 1,000 characters', 1, 1],
  ['60,000 characters, where nobody has column names any more', 60, 0],
])('column names are searched below %s', (_, cells, heading) => {
  const lines = [Array(cells).fill('x'.repeat(1_000)), ['E-mail', 'Voornaam'], ['noor', 'Noor']]
  const rows = lines.map((cells, at) => ({ line: at + 1, cells }))
  expect(findHeading('students', rows, {})).toBe(heading)
})

describe('the columns of a list', () => {
  test('are read by their names, in any order, and each meaning once', () => {
    expect(meaningsOf('students', ['Klas', 'E-mail', 'Voornaam', 'Mail', ' ', 'Tussenvoegsel'])).toEqual([
      ...['Klas → class_group', 'E-mail → username', 'Voornaam → first_name', 'Mail → null', 'Tussenvoegsel → prefix'],
    ])
  })

  test.each([
    ...['klas', 'Klasgroep', 'Klas/groep', 'Stamklas', 'Lesgroep(en)', 'Groep', 'Groepscode', 'Class', 'Section'],
  ])('know a class group by %j', (header) => {
    expect(meaningsOf('students', ['e-mail', header])).toEqual(['e-mail → username', `${header} → class_group`])
  })

  test.each(['Klassenmentor', 'Klas mentor', 'E-mail klas', 'Groep e-mail', 'Jaar groep', 'Klas nummer'])(
    'take %j for no class group, and for nobody’s address',
    (header) => {
      expect(meaningsOf('students', [header])).toEqual([`${header} → null`])
    },
  )

  test('are known by the beginning of a name with a point, and not without it', () => {
    expect(meaningsOf('students', ['Voorn.', 'Achtern', 'E-mail'])).toEqual([
      ...['Voorn. → first_name', 'Achtern → null', 'E-mail → username'],
    ])
  })

  test('mean what somebody chose for them, before their names and whatever those are', () => {
    const header = ['Schoolpost', 'E-mail', 'Voornaam']
    const chosen = [
      { header: 'SCHOOL-POST', meaning: 'username' },
      { header: 'voornaam', meaning: null },
    ]
    expect(meaningsOf('students', header, chosen)).toEqual([
      ...['Schoolpost → username', 'E-mail → null', 'Voornaam → null'],
    ])
  })

  test('mean nothing that their kind has not, and no two the same', () => {
    const chosen = [
      { header: 'a', meaning: 'cijfer' },
      { header: 'b', meaning: 'date' },
      { header: 'c', meaning: 'date' },
    ]
    expect(meaningsOf('testmoments', ['a', 'b', 'c', 'datum'], chosen)).toEqual([
      ...['a → null', 'b → date', 'c → null', 'datum → null'],
    ])
  })

  test('are known by other letters than ours too', () => {
    const chosen = [{ header: 'имейл', meaning: 'username' }]
    expect(meaningsOf('students', ['Имейл', 'Ϊ'], chosen)).toEqual(['Имейл → username', 'Ϊ → null'])
  })

  test('lack what no list goes without, until it is chosen', () => {
    expect(missingMeanings('students', readColumns('students', ['Adres']))).toEqual([['username']])
    expect(missingMeanings('results', readColumns('results', ['Cijfer']))).toEqual([['student_number', 'username']])
    const list = 'Adres;Voornaam\njade@school.test;Jade'
    expect(readStudentList(list)).toMatchObject({ read: false, fault: 'import-column-missing' })
    expect(readStudentList(list, { columns: [{ header: 'Adres', meaning: 'username' }] })).toMatchObject({
      read: true,
      rows: [{ username: 'jade@school.test', first_name: 'Jade' }],
      columns: [{ meaning: 'username' }, { meaning: 'first_name' }],
    })
  })

  test('have a label for every meaning that is read, and no other', () => {
    for (const kind of importKindSchema.options)
      for (const meaning of Object.keys(listKind(kind).columns))
        expect(readColumns(kind, ['x'], { columns: [{ header: 'x', meaning }] }), `${kind} ${meaning}`).toEqual([
          { header: 'x', meaning },
        ])
  })

  test('leave a list without a header alone where it can only be of addresses', () => {
    expect(readList('students', 'a@school.test\nb@school.test')).toMatchObject({ read: true, rows: { length: 2 } })
    expect(readList('testmoments', 'a@school.test\nb@school.test')).toMatchObject({ fault: 'import-column-missing' })
  })
})

/** The people of a list, by what is read of them. */
const peopleIn = (text: string, choices?: Parameters<typeof readStudentList>[1]) => {
  const reading = readStudentList(text, choices)
  if (!reading.read) return reading.fault
  return reading.rows.map((row) =>
    [row.first_name, row.last_name, row.username].filter((value) => value !== '').join(' '),
  )
}

describe('the line with the names of the columns', () => {
  const JADE = 'Jade;Berg;jade@school.test'

  test.each([
    ['below titles', `"Klassenlijst WI1A, afgedrukt op 24-11-2026"\n\nvoornaam;achternaam;e-mail\n${JADE}`],
    [
      'below lines about the class',
      `Klas:;WI1A\nMentor:;A. de Groot\nDatum;24-11-2026\nvoornaam;achternaam;e-mail\n${JADE}`,
    ],
    ['below a title that has one of the names', `E-mail adressen 1A;;\nvoornaam;achternaam;e-mail\n${JADE}`],
    ['below a title that is nothing but a class', `Klas\n\nvoornaam;achternaam;e-mail\n${JADE}`],
    [
      'below titles with another delimiter',
      `Klas 1A, cohort 2026\nGemaakt door Osiris, versie 2\nvoornaam;achternaam;e-mail\n${JADE}`,
    ],
  ])('is found %s', (_, text) => {
    expect(peopleIn(text)).toEqual(['Jade Berg jade@school.test'])
  })

  test('is the one before the first address where no name is known', () => {
    const text = `Klassenlijst\nRn.;An.;Schoolaccount\n${JADE}`
    expect(peopleIn(text, { columns: [{ header: 'Schoolaccount', meaning: 'username' }] })).toEqual([
      'jade@school.test',
    ])
  })

  test('may be absent: then the first line is a person too, and columns are recognized by their contents', () => {
    const text = `${JADE}\nOmar;El Amrani;omar@school.test`
    const columns = [
      { header: 'Kolom A', meaning: 'first_name' },
      { header: 'Kolom B', meaning: 'last_name' },
    ]
    expect(peopleIn(text)).toEqual(['jade@school.test', 'omar@school.test'])
    expect(peopleIn(JADE)).toEqual(['jade@school.test'])
    expect(peopleIn(text, { columns })).toEqual(['Jade Berg jade@school.test', 'Omar El Amrani omar@school.test'])
    expect(peopleIn('0012345;8', { heading: 0 })).toBe('import-column-missing')
    // A title and names that nobody took for such are lines of it too.
    expect(peopleIn(`Klas\nvn;an;adres\n${JADE}`, { heading: 0 })).toEqual(['', 'adres', 'jade@school.test'])
  })

  test('is the one that somebody points out', () => {
    const text = `voornaam;achternaam;e-mail\nroepnaam;surname;mail\n${JADE}`
    expect(peopleIn(text, { heading: 2 })).toEqual(['Jade Berg jade@school.test'])
    expect(peopleIn(text, { heading: 9 })).toHaveLength(2)
  })

  test('may name one column ‘Achternaam, voornaam’, and two columns alike', () => {
    const text = '"Achternaam, voornaam";e-mail\n"Berg, Jade van den";jade@school.test'
    expect(peopleIn(text)).toEqual(['Jade van den Berg jade@school.test'])
    const columns = [{ header: 'Naam (2)', meaning: 'last_name' }]
    expect(peopleIn('Voornaam;Naam;Naam;e-mail\nJade;x;Berg;jade@school.test', { columns })).toEqual([
      'Jade Berg jade@school.test',
    ])
  })
})

describe('a cell', () => {
  test('with a line end in it is one line, save where it names several things', () => {
    expect(peopleIn('voornaam;achternaam;e-mail\n"Noor\r\nMaria";Bos;noor@school.test')).toEqual([
      'Noor Maria Bos noor@school.test',
    ])
    const list = readList('modules', 'naam;studierichtingen\nALG1;"Bouwkunde\nWiskunde"')
    expect(list.read && list.several(list.rows[0] ?? { line: 0, cells: [] }, 'departments')).toBe('Bouwkunde\nWiskunde')
  })

  test.each(['#N/A', '#REF!', '#NAAM?', '#N/B', '#VALUE!', 'Err:502'])(
    'with %s is empty, and that is said',
    (error) => {
      const reading = readStudentList(`voornaam;achternaam;e-mail\n${error};Bos;noor@school.test`)
      if (!reading.read) throw new Error(reading.fault)
      const school = { accounts: new Map(), numbers: new Map(), departments: [] }
      expect(judgeStudents(reading.rows, school)).toMatchObject([
        { first_name: '', findings: [{ verdict: 'new' }, { verdict: 'cell-error', about: error }] },
      ])
    },
  )
})

test('work on many lines yields after each, and comes to the same', () => {
  const work = eachOf([1, 2, 3], (row, index) => row * index)
  let turns = 0
  for (let step = work.next(); !step.done; step = work.next()) turns++
  expect(turns).toBe(3)
  expect(finish(eachOf([1, 2, 3], (row, index) => row * index))).toEqual([0, 2, 6])
})

describe('the kinds of lists', () => {
  test('give a verdict of the same name the same weight', () => {
    const weights = new Map<string, string>()
    for (const { verdicts } of Object.values<ListKind>(importKinds))
      for (const [verdict, { outcome, remark = false }] of Object.entries(verdicts)) {
        const weight = `${outcome} ${remark}`
        expect([verdict, weights.get(verdict) ?? weight]).toEqual([verdict, weight])
        weights.set(verdict, weight)
      }
  })
})
