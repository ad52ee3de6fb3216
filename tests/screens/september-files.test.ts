import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { missingMeanings } from '#domain/import/columns.rules.ts'
import { readCsv } from '#domain/import/csv.rules.ts'
import { countVerdicts } from '#domain/import/import.rules.ts'
import {
  judgeModules,
  judgeStudents,
  judgeTestmoments,
  readColumns,
  readModuleList,
  readStudentList,
  readTestmomentList,
} from '#tests/domain/support/listed.ts'
import { workbookText } from './support/workbook-text.ts'

const folder = new URL('../fixtures/september/', import.meta.url)

const SEPTEMBER = Date.parse('2027-08-30T09:00:00.000Z')
const NOTHING = { changed: 0, skipped: 0, errors: 0 }

/** Files written by LibreOffice: see tests/fixtures/september/README.md. */
describe('the files of a September', () => {
  it('hold twelve modules of six departments, which nobody has to say anything of', async () => {
    const reading = readModuleList(await workbookText('september/modules.xlsx'))
    if (!reading.read) throw new Error(reading.fault)
    const lines = judgeModules(reading.rows, { modules: [], departments: [] })
    expect(countVerdicts(lines)).toEqual({ ...NOTHING, added: 12, remarks: 1 })
    expect(new Set(lines.flatMap(({ new_departments }) => new_departments)).size).toBe(6)
    expect(lines[1]).toMatchObject({ name: 'ALG2', description: 'Algebra 2: machten, wortels en logaritmen' })
  })

  it('hold twenty moments, with days and times that are cells of that kind', async () => {
    const reading = readTestmomentList(await workbookText('september/toetsmomenten.xlsx'))
    if (!reading.read) throw new Error(reading.fault)
    const named = new Set(reading.rows.flatMap(({ modules }) => (modules === '' ? [] : modules.split(', '))))
    const modules = [...named].map((name, id) => ({ id, name, active: true }))
    const lines = judgeTestmoments(reading.rows, { testmoments: [], modules }, SEPTEMBER)
    expect(countVerdicts(lines)).toEqual({ ...NOTHING, added: 20, remarks: 0 })
    expect(lines[1]).toMatchObject({
      ...{ date: '2027-09-28', duration: 'day', starts_at: '13:30', ends_at: '16:00', location: 'Zaal 2.71' },
      ...{ seats: 60, max_enrollments: 2, modules: ['MEET1', 'DIF1', 'INT1', 'LIN1', 'LIN2'] },
    })
    expect(lines.filter(({ duration }) => duration === 'week')).toHaveLength(3)
  })

  it('hold three hundred students under two headers that have to be said', () => {
    const text = readFileSync(new URL('studenten.csv', folder), 'utf8')
    const csv = readCsv(text, 1_000)
    const named = readColumns('students', csv.whole ? (csv.rows[0]?.cells ?? []) : [])
    expect(named.filter(({ meaning }) => meaning === null).map((column) => column.header)).toEqual([
      'Relatienr.',
      'Opl.',
    ])
    expect(missingMeanings('students', named)).toEqual([])
    const columns = [
      { header: 'Relatienr.', meaning: 'student_number' },
      { header: 'Opl.', meaning: 'education_department' },
    ]
    const reading = readStudentList(text, { columns })
    if (!reading.read) throw new Error(reading.fault)
    const names = [...new Set(reading.rows.map(({ education_department }) => education_department))]
    const departments = names.map((name, id) => ({ id, name, archived: false }))
    const lines = judgeStudents(reading.rows, { accounts: new Map(), numbers: new Map(), departments })
    expect(countVerdicts(lines)).toEqual({ ...NOTHING, added: 300, remarks: 0 })
    expect(names).toHaveLength(6)
    expect(lines[0]).toMatchObject({ first_name: 'ગીતા', last_name: 'Wałęsa', student_number: '3100001' })
  })
})
