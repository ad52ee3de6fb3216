import { describe, expect, test } from 'vitest'
import { countVerdicts } from '#domain/import/import.rules.ts'
import type { KnownOffer } from '#domain/import/modules.rules.ts'
import { judgeModules, readModuleList } from '#tests/domain/support/listed.ts'

const none: ReadonlySet<number> = new Set()
const known: KnownOffer = {
  modules: [
    { id: 1, name: 'ALG1', description: 'Algebra 1', archived: false },
    { id: 2, name: 'GON1', description: '', archived: false },
    { id: 3, name: 'OUD1', description: '', archived: true },
  ],
  departments: [
    { id: 11, name: 'Bouwkunde', archived: false, module_ids: new Set([1]) },
    { id: 12, name: 'Elektrotechniek', archived: false, module_ids: none },
    { id: 13, name: 'Weg- en waterbouw', archived: true, module_ids: none },
    { id: 14, name: 'Dubbel', archived: false, module_ids: none },
    { id: 15, name: 'dubbel', archived: false, module_ids: none },
    { id: 16, name: 'ICT, Data/AI', archived: false, module_ids: none },
  ],
}

function judgeAll(lines: readonly string[], update = false) {
  const reading = readModuleList(['naam;beschrijving;studierichtingen', ...lines].join('\n'))
  if (!reading.read) throw new Error(reading.fault)
  return judgeModules(reading.rows, known, { update })
}
const judge = (...lines: string[]) => judgeAll(lines)
const update = (...lines: string[]) => judgeAll(lines, true)
const verdicts = (judged: ReturnType<typeof judge>) =>
  judged.map(({ findings }) => findings.map(({ verdict, about }) => `${verdict} ${about}`.trim()).join(', '))
const verdictsOf = (...lines: string[]) => verdicts(judge(...lines))

describe('a line of a list of modules', () => {
  test('says all that a module is', () => {
    expect(judge('STAT1;Statistiek   1;"Bouwkunde, elektrotechniek"')).toEqual([
      {
        line: 2,
        findings: [{ verdict: 'new', about: '' }],
        changes: [],
        name: 'STAT1',
        description: 'Statistiek 1',
        departments: ['Bouwkunde', 'Elektrotechniek'],
        module_id: null,
        department_ids: [11, 12],
        new_departments: [],
        old_description: null,
      },
    ])
  })

  test.each([
    ['STAT1', 'new'],
    ['alg1;Anders;Elektrotechniek', 'known'],
    ['oud1;Weer terug', 'module-archived OUD1'],
    [';Zonder naam', 'name-missing'],
    [`${'x'.repeat(101)}`, 'name-too-long'],
    ['ST\u202EAT', 'name-unreadable'],
    ['STAT1;;Weg- en Waterbouw', 'department-archived Weg- en waterbouw'],
    ['STAT1;;Dubbel', 'department-ambiguous Dubbel'],
    [`STAT1;;${'x'.repeat(101)}`, `department-name-too-long ${'x'.repeat(101)}`],
    ['STAT1;;Chemie;nog iets', 'shifted'],
    ['STAT1;Differenti\uFFFDren', 'new, letters-lost'],
    ['STAT1;Wat is een functie?', 'new'],
  ])('%s: %s', (line, verdict) => {
    expect(verdictsOf(line)).toEqual([verdict])
  })

  test('reports all that is wrong with it at once', () => {
    expect(verdictsOf('ST\u202EAT;;"Dubbel, Weg- en waterbouw, Chemie"')).toEqual([
      'name-unreadable, department-ambiguous Dubbel, department-archived Weg- en waterbouw',
    ])
  })

  test('names a new department at its first occurrence, and makes it once', () => {
    const judged = judge('STAT1;;Chemie', 'STAT2;;"chemie, Bouwkunde"', 'STAT3;;Natuurkunde')
    expect(verdicts(judged)).toEqual(['new, department-new Chemie', 'new', 'new, department-new Natuurkunde'])
    expect(judged.map(({ new_departments }) => new_departments)).toEqual([['Chemie'], ['Chemie'], ['Natuurkunde']])
    expect(countVerdicts(judged)).toEqual({ added: 3, changed: 0, skipped: 0, remarks: 2, errors: 0 })
  })

  test('makes no department for a module that stays as it is, or that is named twice', () => {
    expect(verdictsOf('ALG1;;Chemie', 'STAT1;;Chemie', 'stat1;;chemie')).toEqual([
      'known',
      'new, department-new Chemie',
      'repeated 3',
    ])
  })

  test('is contradicted by another of the same name', () => {
    expect(verdictsOf('STAT1;Statistiek', 'stat1;Kansrekening')).toEqual(['contradicted 3', 'contradicted 2'])
  })

  test.each([
    ['"ICT, Data/AI"', ['ICT, Data/AI']],
    ['Bouwkunde/Elektrotechniek', ['Bouwkunde', 'Elektrotechniek']],
    ['Bouwkunde | Bouwkunde', ['Bouwkunde']],
    ['"Bouwkunde\nElektrotechniek"', ['Bouwkunde', 'Elektrotechniek']],
    ['geen', []],
    ['-', []],
  ])('reads the departments %s', (cell, departments) => {
    expect(judge(`STAT1;;${cell}`)).toMatchObject([{ departments }])
  })

  test('may be for all departments of the school and of the list', () => {
    expect(judge('STAT1;;alle', 'STAT2;;Chemie')).toMatchObject([
      { departments: ['Bouwkunde', 'Elektrotechniek', 'Dubbel', 'dubbel', 'ICT, Data/AI', 'Chemie'] },
      { departments: ['Chemie'] },
    ])
  })
})

describe('an update of modules', () => {
  test('shows the present and the new value', () => {
    expect(update('alg1;Algebra I;"Elektrotechniek, Chemie"')).toMatchObject([
      {
        findings: [
          { verdict: 'updated', about: '' },
          { verdict: 'department-new', about: 'Chemie' },
        ],
        changes: [
          { field: 'description', old: 'Algebra 1', new: 'Algebra I' },
          { field: 'departments', old: 'Bouwkunde', new: 'Bouwkunde, Elektrotechniek, Chemie' },
        ],
        module_id: 1,
        department_ids: [12],
        new_departments: ['Chemie'],
        old_description: 'Algebra 1',
      },
    ])
  })

  test.each([
    ['ALG1', 'known'],
    ['ALG1;;Bouwkunde', 'known'],
    ['ALG1;Algebra 1;bouwkunde', 'known'],
    ['OUD1;Weer terug', 'module-archived OUD1'],
    ['ALG1;Algebr\uFFFD', 'known, description-kept'],
    ['GON1;Goniometri\uFFFD', 'updated, letters-lost'],
    ['ALG1;;Dubbel', 'department-ambiguous Dubbel'],
  ])('%s: %s', (line, verdict) => {
    const judged = update(line)
    expect(verdicts(judged)).toEqual([verdict])
  })

  test('leaves what an empty cell says nothing of', () => {
    expect(update('ALG1;;Elektrotechniek')).toMatchObject([
      { changes: [{ field: 'departments', old: 'Bouwkunde' }], old_description: null, department_ids: [12] },
    ])
  })
})
