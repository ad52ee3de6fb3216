import { describe, expect, test } from 'vitest'
import { finish } from '#domain/import/csv.rules.ts'
import { byNearness } from '#domain/import/listed-departments.rules.ts'
import { judgingResults, readingResults } from '#domain/import/results.rules.ts'
import { resultCellLabel } from '#domain/results/result.texts.ts'

const modules = [
  { id: 1, name: 'ALG' },
  { id: 2, name: 'GON' },
]
const student = {
  ...{ id: 7, first_name: 'Jade', last_name: 'Berg', username: 'jade@school.test', student_number: '0012345' },
  class_group: null,
  cells: modules.map(({ id }) => ({
    ...{ enrollment_id: id, module_id: id, version: 1, draft: null, published: null, published_at: null },
    ...{ presence: null, editor: null, sender: null },
  })),
}

/** Judges each result: its module, the value to keep, and the findings. */
function judge(text: string) {
  const reading = finish(readingResults(text, { modules }))
  if (!reading.read) return reading.fault
  const known = { students: [student], modules, accounts: [student], moduleId: undefined }
  return finish(judgingResults(reading.rows, known)).map(({ module, value, findings }) =>
    [module, resultCellLabel(value), ...findings.map(({ verdict }) => verdict)].join(' ').trim(),
  )
}

describe('a list of results of another system', () => {
  test.each([
    ...['-', '–', 'NA', 'n.v.t.', 'NVT', 'Afwezig', 'absent', 'ziek', 'No show', 'niet gemaakt', 'vr'].map((typed) => [
      typed,
      'ALG  no-result',
    ]),
    ['7,5', 'ALG 7,5 new'],
    ['7.5', 'ALG 7,5 new'],
    ['10', 'ALG 10,0 new'],
    ['7,5*', 'ALG 7,5 new sign-dropped'],
    ['#N/A', 'ALG  empty cell-error'],
    ['75%', 'ALG  grade-unreadable'],
    ['zeven', 'ALG  grade-unreadable'],
  ])('with %j', (typed, judged) => {
    expect(judge(`studentnummer;module;cijfer\n0012345;ALG;${typed}`)).toEqual([judged])
  })

  test.each([
    ['named in the first cell', 'Naam;Studentnummer;Cijfer;Module\nGemiddelde:;;7,5;'],
    ['named in the column of numbers', 'Studentnummer;Cijfer;Module\nTotaal;28;'],
    ['of Canvas', 'Student;SIS User ID;Cijfer;Module\n    Points Possible;;10;'],
    ['of Moodle', 'Voornaam;ID-nummer;Cijfer;Module\nOverall average;;7,21;'],
    ['that nothing names', 'Naam;Studentnummer;Cijfer;Module\n;;7,21;'],
  ])('passes over a total %s', (_, text) => {
    expect(judge(text)).toEqual([expect.stringMatching(/summary-row$/)])
  })

  test('may have a column for each module, in any order, also below a title', () => {
    expect(judge('Uitslagen 2026\n\nGON;Studentnummer;ALG\n6;0012345;8,5')).toEqual(['GON 6,0 new', 'ALG 8,5 new'])
    expect(judge('Studentnummer;ALG;GON\n0012345;;')).toEqual(['empty'])
    expect(judge('Studentnummer;ALG\n;8')).toEqual(['summary-row'])
    expect(judge('Naam;Studentnummer;ALG\nJade;;8')).toEqual(['ALG 8,0 student-missing'])
  })
})

test('the names that are most like what was typed come first', () => {
  const all = [
    'Bouwkunde',
    'Chemische Technologie',
    'Technische Informatica',
    'Technische Wiskunde',
    'Werktuigbouwkunde',
  ]
  const first = (typed: string) =>
    byNearness(
      typed,
      all.map((name) => ({ name })),
    )[0]?.name
  expect(['Technische Wiskude', 'TW', 'Techn. Wisk.', 'wiskunde', 'bouwkundig', 'Chem. Techn.'].map(first)).toEqual([
    ...['Technische Wiskunde', 'Technische Wiskunde', 'Technische Wiskunde', 'Technische Wiskunde', 'Bouwkunde'],
    'Chemische Technologie',
  ])
})
