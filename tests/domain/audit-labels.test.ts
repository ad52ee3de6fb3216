import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '#domain/audit/audit.schema.ts'
import { importSubject, linesLabel, resultsSubject } from '#domain/audit/audit.texts.ts'
import { auditActionLabel, auditChangeLabel, auditChanges } from '#domain/audit/audit-fields.texts.ts'

type Done = Pick<AuditEntry, 'resource' | 'action' | 'fields'> & Partial<Pick<AuditEntry, 'changes'>>

const label = ({ changes = {}, ...done }: Done) => auditActionLabel({ ...done, changes })
const labelled = (done: Omit<Done, 'fields'> & Pick<AuditEntry, 'changes'>) =>
  auditChanges({ ...done, fields: Object.keys(done.changes) }).map(auditChangeLabel)

describe('what was done is said in Dutch', () => {
  test.each<[Done, string]>([
    [
      { resource: 'testmoment', action: 'edited', fields: ['date', 'enrollments_close_at', 'max_enrollments'] },
      'gewijzigd: Datum, Sluit op, Maximum',
    ],
    [
      { resource: 'user', action: 'edited', fields: ['activated', 'first_name', 'last_name', 'roles'] },
      'gewijzigd: Account, Voornaam, Achternaam, Type',
    ],
    [
      { resource: 'module', action: 'edited', fields: ['active', 'description'] },
      'gewijzigd: In gebruik, Beschrijving',
    ],
    [
      { resource: 'education_department', action: 'edited', fields: ['archived', 'auto_enroll'] },
      'gewijzigd: Gearchiveerd, Automatisch inschrijven',
    ],
    [{ resource: 'schoolyear', action: 'edited', fields: ['active', 'name'] }, 'gewijzigd: Actief, Naam'],
  ])('with the names of the fields: %j', (done, text) => expect(label(done)).toBe(text))

  test.each<[Done, string]>([
    [{ resource: 'module', action: 'created', fields: ['description', 'name'] }, 'aangemaakt'],
    [{ resource: 'education_department', action: 'modules-edited', fields: ['modules'] }, 'modules gewijzigd'],
    [
      { resource: 'user', action: 'department-switched', fields: ['education_department_id'] },
      'van studierichting gewisseld',
    ],
    [{ resource: 'testmoment', action: 'opened', fields: ['enrollments_enabled'] }, 'opengesteld'],
    [{ resource: 'user', action: 'deleted', fields: [] }, 'verwijderd'],
    [{ resource: 'user', action: 'enrolled-above-seats', fields: [] }, 'ingeschreven boven het aantal plaatsen'],
    [{ resource: 'user', action: 'promoted', fields: [] }, 'van de wachtlijst een plaats gegeven'],
    [{ resource: 'user', action: 'put-on-waiting', fields: [] }, 'op de wachtlijst gezet'],
    [{ resource: 'user', action: 'removed-from-waiting', fields: [] }, 'van de wachtlijst gehaald'],
  ])('without those that the action tells: %j', (done, text) => expect(label(done)).toBe(text))

  test('an opening that changed more names the rest', () => {
    const fields = ['enrollments_enabled', 'enrollments_open_at']
    expect(label({ resource: 'testmoment', action: 'opened', fields })).toBe('opengesteld: Opent op')
  })

  test('without those whose values are shown', () => {
    const done = { resource: 'testmoment', action: 'edited', fields: ['location', 'seats'] } as const
    expect(label({ ...done, fields: [...done.fields], changes: { seats: [80, 100] } })).toBe('gewijzigd: Locatie')
  })
})

describe('from what to what is said', () => {
  test('as it is shown where it is edited', () => {
    const changes: AuditEntry['changes'] = {
      seats: [0, 100],
      date: ['2026-03-20', '2026-03-27'],
      location: [null, 'Aula'],
      enrollments_close_at: ['2026-03-19T11:00:00.000Z', null],
    }
    expect(labelled({ resource: 'testmoment', action: 'edited', changes })).toEqual([
      'Plaatsen: onbeperkt → 100',
      'Datum: vr 20 mrt 2026 → vr 27 mrt 2026',
      'Locatie: geen → Aula',
      'Sluit op: do 19 mrt 2026 om 12:00 → niet gepland',
    ])
    expect(labelled({ resource: 'module', action: 'edited', changes: { active: [true, false] } })).toEqual([
      'In gebruik: ja → nee',
    ])
  })

  test('of a list by what was taken off it and what was put on it', () => {
    const of = (before: string[], after: string[]) =>
      labelled({ resource: 'education_department', action: 'modules-edited', changes: { modules: [before, after] } })
    expect(of(['ALG'], ['GON', 'MEE'])).toEqual(['Modules: − ALG; + GON, MEE'])
    expect(of([], ['GON'])).toEqual(['Modules: + GON'])
    expect(of(['ALG'], [])).toEqual(['Modules: − ALG'])
  })

  test('without what the action says by its name', () => {
    const changes: AuditEntry['changes'] = { enrollments_enabled: [false, true], seats: [80, 100] }
    expect(labelled({ resource: 'testmoment', action: 'opened', changes })).toEqual(['Plaatsen: 80 → 100'])
  })

  test('as it was kept where a field is no longer known, or its value no longer means anything', () => {
    expect(labelled({ resource: 'module', action: 'edited', changes: { colour: ['rood', null] } })).toEqual([
      'colour: rood → (leeg)',
    ])
    expect(labelled({ resource: 'testmoment', action: 'edited', changes: { date: ['ooit', '2026-03-20'] } })).toEqual([
      'Datum: ooit → vr 20 mrt 2026',
    ])
  })
})

test('what was imported, how many results of what and how many lines', () => {
  expect(importSubject({ kind: 'students', place: null })).toBe('studenten')
  expect(importSubject({ kind: 'testmoments', place: '2026-2027' })).toBe('toetsmomenten (2026-2027)')
  expect(resultsSubject(1, ['ALG'])).toBe('1 uitslag: ALG')
  expect(resultsSubject(23, ['GON', 'ALG'])).toBe('23 uitslagen: ALG, GON')
  expect([linesLabel(1), linesLabel(12_345)]).toEqual(['1 regel', '12.345 regels'])
})
