import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '#domain/audit/audit.schema.ts'
import { auditActionLabel } from '#domain/audit/audit-fields.texts.ts'

type Done = Pick<AuditEntry, 'resource' | 'action' | 'fields'>

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
  ])('with the names of the fields: %j', (done, label) => expect(auditActionLabel(done)).toBe(label))

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
  ])('without those that the action tells: %j', (done, label) => expect(auditActionLabel(done)).toBe(label))

  test('an opening that changed more tells the rest', () => {
    const fields = ['enrollments_enabled', 'enrollments_open_at']
    expect(auditActionLabel({ resource: 'testmoment', action: 'opened', fields })).toBe('opengesteld: Opent op')
  })
})
