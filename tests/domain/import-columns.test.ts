import { describe, expect, test } from 'vitest'
import { missingMeanings, readColumns, readList } from '#domain/import/columns.rules.ts'
import { columnMeanings } from '#domain/import/columns.texts.ts'
import { eachOf, finish } from '#domain/import/csv.rules.ts'
import { importKindSchema } from '#domain/import/import.schema.ts'
import { readStudentList } from '#domain/import/student-rows.rules.ts'

const meaningsOf = (...read: Parameters<typeof readColumns>) =>
  readColumns(...read).map(({ header, meaning }) => `${header} → ${meaning}`)

describe('the columns of a list', () => {
  test('are read by their names, in any order, and each meaning once', () => {
    expect(meaningsOf('students', ['Klas', 'E-mail', 'Voornaam', 'Mail', ' ', 'Tussenvoegsel'])).toEqual([
      ...['Klas → null', 'E-mail → username', 'Voornaam → first_name', 'Mail → null', 'Tussenvoegsel → prefix'],
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
    expect(readStudentList(list, [{ header: 'Adres', meaning: 'username' }])).toMatchObject({
      read: true,
      rows: [{ username: 'jade@school.test', first_name: 'Jade' }],
      columns: [{ meaning: 'username' }, { meaning: 'first_name' }],
    })
  })

  test('have a label for every meaning that is read, and no other', () => {
    for (const kind of importKindSchema.options)
      for (const meaning of Object.keys(columnMeanings[kind]))
        expect(readColumns(kind, ['x'], [{ header: 'x', meaning }]), `${kind} ${meaning}`).toEqual([
          { header: 'x', meaning },
        ])
  })

  test('leave a list without a header alone where it can only be of addresses', () => {
    expect(readList('students', 'a@school.test\nb@school.test')).toMatchObject({ read: true, rows: { length: 2 } })
    expect(readList('testmoments', 'a@school.test\nb@school.test')).toMatchObject({ fault: 'import-column-missing' })
  })
})

test('work on many lines yields after each, and comes to the same', () => {
  const work = eachOf([1, 2, 3], (row, index) => row * index)
  let turns = 0
  for (let step = work.next(); !step.done; step = work.next()) turns++
  expect(turns).toBe(3)
  expect(finish(eachOf([1, 2, 3], (row, index) => row * index))).toEqual([0, 2, 6])
})
