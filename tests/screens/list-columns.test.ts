import { describe, expect, test } from 'vitest'
import { countLines, linesInSight, placeOfLine } from '#src/admin/import/list-area.tsx'
import { beginningOf, listedColumns, meaningsByHeader, withChoice } from '#src/admin/import/list-columns.ts'
import { readList } from '#tests/domain/support/listed.ts'

const NONE = meaningsByHeader([])
const LIST = 'Roepnaam;Schoolaccount;Klas;\n;jade@school.test;1A;\nOmar;omar@school.test;1B;\n'

const known = (own = NONE, remembered = NONE) => ({ own, remembered })

describe('the columns of a list', () => {
  test('are named with what each is read as, what it contains, and what is missing', () => {
    const listed = listedColumns('students', LIST, known())
    expect(listed?.columns).toEqual([
      { place: 0, label: 'Kolom A', header: 'Roepnaam', meaning: 'first_name', origin: 'named' },
      { place: 1, label: 'Kolom B', header: 'Schoolaccount', meaning: null, origin: 'unknown' },
      { place: 2, label: 'Kolom C', header: 'Klas', meaning: 'class_group', origin: 'named' },
    ])
    expect(listed?.rows.map(({ line, cells }) => [line, cells[1]])).toEqual([
      [2, 'jade@school.test'],
      [3, 'omar@school.test'],
    ])
    expect(listed?.missing).toEqual([['E-mail']])
    expect(listed?.chosen).toEqual([])
  })

  test('are not named by a title that says which class it is', () => {
    const listed = listedColumns('students', 'Klas;WI1A\nRoepn.;Schoolaccount\nJade;jade@school.test', known())
    expect(listed?.columns.map(({ header }) => header)).toEqual(['Roepn.', 'Schoolaccount'])
  })

  test('stand below titles, however many: the first lines go on to where they are', () => {
    const listed = listedColumns('students', `${'Klassenlijst\n'.repeat(7)}${LIST}`, { ...known(), heading: 8 })
    expect(listed?.firstLines.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('mean what an earlier list had them mean, unless somebody says otherwise now', () => {
    const remembered = meaningsByHeader([
      { header: 'schoolaccount', meaning: 'username' },
      { header: 'klas', meaning: null },
    ])
    const listed = listedColumns('students', LIST, known(NONE, remembered))
    expect(listed?.missing).toEqual([])
    expect(listed?.columns.map(({ origin }) => origin)).toEqual(['named', 'remembered', 'remembered'])
    expect(listed?.chosen).toEqual([
      { header: 'Schoolaccount', meaning: 'username' },
      { header: 'Klas', meaning: null },
    ])
    const own = meaningsByHeader([{ header: 'Schoolaccount', meaning: 'student_number' }])
    expect(listedColumns('students', LIST, known(own, remembered))?.columns[1]).toMatchObject({
      meaning: 'student_number',
      origin: 'chosen',
    })
  })

  test('what is chosen for one is taken from the other, and the server reads the list just so', () => {
    const text = 'e-mail;tweede adres\nprive@thuis.test;jade@school.test'
    const listed = listedColumns('students', text, known())
    const own = listed ? withChoice(listed, NONE, { header: 'tweede adres', meaning: 'username' }) : NONE
    const chosen = listedColumns('students', text, known(own))
    expect(chosen?.columns.map(({ meaning }) => meaning)).toEqual([null, 'username'])
    const reading = readList('students', text, { columns: chosen?.chosen })
    expect(reading.read && reading.rows.map((row) => reading.cell(row, 'username'))).toEqual(['jade@school.test'])
  })

  test('what was chosen for the first of two is given up for the second', () => {
    const text = 'account een;account twee\njade@school.test;omar@school.test'
    const choose = (own: typeof NONE, header: string) => {
      const listed = listedColumns('students', text, known(own))
      return listed ? withChoice(listed, own, { header, meaning: 'username' }) : own
    }
    const own = choose(choose(NONE, 'account een'), 'account twee')
    expect(listedColumns('students', text, known(own))?.columns.map(({ meaning }) => meaning)).toEqual([
      null,
      'username',
    ])
  })

  test('are none of addresses alone, nor of a header whose quote never ends', () => {
    expect(listedColumns('students', 'jade@school.test\nomar@school.test', known())).toBeNull()
    expect(listedColumns('students', '"e-mail;naam\njade', known())).toBeNull()
    expect(listedColumns('students', '', known())).toBeNull()
  })

  test('are read of the beginning alone, in whole lines, which typing further down leaves as it was', () => {
    const long = `e-mail\n${'jade@school.test\n'.repeat(5_000)}`
    const beginning = beginningOf(long)
    expect(beginning.length).toBeLessThan(21_000)
    expect(beginning.endsWith('test\n')).toBe(true)
    expect(beginningOf(`${long}x`)).toBe(beginning)
    expect(beginningOf('e-mail')).toBe('e-mail')
  })

  test('are recognized from five lines, however long these are and whatever is within quotes', () => {
    const wide = `e-mail${';x'.repeat(59)}\n${`jade@school.test${`;${'n'.repeat(900)}`.repeat(59)}\n`.repeat(50)}`
    const listed = listedColumns('students', beginningOf(wide), known())
    expect([listed?.columns.length, listed?.rows.length]).toEqual([60, 5])
    const quoted = `e-mail;notitie\n${`jade@school.test;"${'regel\n'.repeat(100)}"\n`.repeat(60)}`
    expect(listedColumns('students', beginningOf(quoted), known())?.rows).toHaveLength(5)
  })

  test('without a name are shown where they contain something, and cannot be chosen', () => {
    const listed = listedColumns('students', 'e-mail;;\njade@school.test;1A;\n', known())
    expect(listed?.columns.map(({ label, origin }) => `${label} ${origin}`)).toEqual([
      'Kolom A named',
      'Kolom B nameless',
    ])
  })
})

describe('the numbers beside a list', () => {
  test('are those of its lines, whatever ends them', () => {
    expect(countLines('')).toBe(1)
    expect(countLines('a\r\nb\rc\nd')).toBe(4)
  })

  test('are in the page only where they are in sight', () => {
    expect(linesInSight({ top: -12, height: 220, lineHeight: 22 }, 5_000)).toEqual({ first: 1, last: 10 })
    expect(linesInSight({ top: 100_000, height: 220, lineHeight: 22 }, 5_000)).toEqual({ first: 4546, last: 4556 })
    expect(linesInSight({ top: 0, height: 220, lineHeight: 22 }, 3)).toEqual({ first: 1, last: 3 })
    expect(linesInSight({ top: 0, height: 0, lineHeight: 0 }, 3)).toEqual({ first: 1, last: 0 })
  })

  test('lead to their lines', () => {
    expect(placeOfLine('een\ntwee\ndrie', 2)).toEqual({ start: 4, end: 8 })
    expect(placeOfLine('een\ntwee\ndrie', 3)).toEqual({ start: 9, end: 13 })
    expect(placeOfLine('een\ntwee', 3)).toBeNull()
  })
})
