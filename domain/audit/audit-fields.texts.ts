import { departmentFieldTexts, departmentModulesTexts } from '#domain/departments/department.texts.ts'
import { showYesOrNo } from '#domain/entities/differences.ts'
import { moduleFieldTexts } from '#domain/modules/module.texts.ts'
import { roomFieldTexts } from '#domain/rooms/room.fields.ts'
import { divisionTexts, testmomentRoomsTexts } from '#domain/rooms/room.texts.ts'
import { recessListTexts } from '#domain/schoolyears/recess.texts.ts'
import { schoolyearFieldTexts } from '#domain/schoolyears/schoolyear.texts.ts'
import { sourceFieldTexts } from '#domain/source/source.texts.ts'
import { testmomentFieldTexts, testmomentModulesTexts } from '#domain/testmoments/testmoment-edit.texts.ts'
import { userFieldTexts } from '#domain/users/user.texts.ts'
import type { AuditAction, AuditEntry, AuditResource } from './audit.schema.ts'
import { auditActionLabels } from './audit.texts.ts'

type Labels = Readonly<Record<string, { label: string; show?(value: never): string }>>

const archived = { label: 'Gearchiveerd', show: showYesOrNo }

const labels = {
  schoolyear: { ...schoolyearFieldTexts, ...recessListTexts, archived },
  testmoment: {
    ...testmomentFieldTexts('any-time'),
    ...testmomentModulesTexts,
    ...testmomentRoomsTexts,
    chairs: { label: divisionTexts.chairs.label },
  },
  module: { ...moduleFieldTexts, name: { label: 'Naam' }, archived },
  education_department: { ...departmentFieldTexts, ...departmentModulesTexts },
  room: roomFieldTexts,
  user: {
    ...userFieldTexts,
    username: { label: 'E-mailadres' },
    education_department_id: { label: 'Studierichting' },
    completed_modules: { label: 'Afgeronde modules' },
  },
  import: {},
  connection: { scopes: { label: 'Mag' } },
  enrollment: {},
  message: {},
  source: sourceFieldTexts,
  audit: {},
} satisfies Record<AuditResource, Labels>

/** Fields whose new value is clear from the name of the action. */
const implied: Partial<Record<AuditAction, readonly string[]>> = {
  created: ['name', 'description'],
  'modules-edited': ['modules'],
  'recess-edited': ['recesses'],
  archived: ['archived'],
  unarchived: ['archived'],
  opened: ['enrollments_enabled'],
  closed: ['enrollments_enabled'],
  'department-switched': ['education_department_id'],
}

type Done = Pick<AuditEntry, 'resource' | 'action' | 'fields' | 'changes'>

/** 'gewijzigd: Voornaam, Type': the action, with the fields that neither its name nor its values show. */
export function auditActionLabel({ action, resource, fields, changes }: Done): string {
  const known: Labels = labels[resource]
  const named = fields
    .filter((field) => !implied[action]?.includes(field) && !Object.hasOwn(changes, field))
    .map((field) => known[field]?.label ?? field)
  return named.length === 0 ? auditActionLabels[action] : `${auditActionLabels[action]}: ${named.join(', ')}`
}

/** Change of one field; for a list the removed and added items, '' if there are none. */
export interface AuditChange {
  field: string
  label: string
  isList: boolean
  before: string
  after: string
}

/** Values of a line, as shown where they are edited, without those that the name of the action implies. */
export function auditChanges({ action, resource, changes }: Done): AuditChange[] {
  const known: Labels = labels[resource]
  return Object.entries(changes)
    .filter(([field, [before]]) => Array.isArray(before) || !implied[action]?.includes(field))
    .map(([field, [before, after]]) => ({
      field,
      label: known[field]?.label ?? field,
      isList: Array.isArray(before),
      before: shownValue(before, known[field]),
      after: shownValue(after, known[field]),
    }))
}

function shownValue(value: unknown, text: Labels[string] | undefined): string {
  if (Array.isArray(value)) return value.join(', ')
  try {
    // This text could show the value at that time; if it no longer can, the value is shown as stored.
    if (text?.show) return text.show(value as never)
  } catch {}
  return value === null || value === '' ? '(leeg)' : String(value)
}

/** Change as text: 'Plaatsen: 80 → 100', 'Modules: − ALG1; + ALG2'. */
export function auditChangeLabel({ label, isList, before, after }: AuditChange): string {
  if (!isList) return `${label}: ${before} → ${after}`
  const parts = [before && `− ${before}`, after && `+ ${after}`].filter(Boolean)
  return `${label}: ${parts.join('; ')}`
}
