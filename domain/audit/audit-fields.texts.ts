import { departmentFieldTexts, departmentModulesTexts } from '#domain/departments/department.texts.ts'
import { moduleFieldTexts } from '#domain/modules/module.texts.ts'
import { recessListTexts } from '#domain/schoolyears/recess.texts.ts'
import { schoolyearFieldTexts } from '#domain/schoolyears/schoolyear.texts.ts'
import { testmomentFieldTexts, testmomentModulesTexts } from '#domain/testmoments/testmoment-edit.texts.ts'
import { userFieldTexts } from '#domain/users/user.texts.ts'
import type { AuditAction, AuditEntry, AuditResource } from './audit.schema.ts'
import { auditActionLabels } from './audit.texts.ts'

type Labels = Readonly<Record<string, { label: string }>>

/** As the fields are called where they are edited. */
const labels = {
  schoolyear: { ...schoolyearFieldTexts, ...recessListTexts },
  testmoment: { ...testmomentFieldTexts('any-time'), ...testmomentModulesTexts },
  module: { ...moduleFieldTexts, name: { label: 'Naam' } },
  education_department: { ...departmentFieldTexts, ...departmentModulesTexts },
  user: {
    ...userFieldTexts,
    username: { label: 'E-mailadres' },
    education_department_id: { label: 'Studierichting' },
    completed_modules: { label: 'Afgeronde modules' },
  },
  import: {},
  enrollment: {},
  message: {},
} satisfies Record<AuditResource, Labels>

/** What an action says by its name. */
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

/** 'gewijzigd: Datum, Maximum': what was done, with the fields that its name does not tell. */
export function auditActionLabel({ action, resource, fields }: Pick<AuditEntry, 'action' | 'resource' | 'fields'>) {
  const known: Labels = labels[resource]
  const named = fields.filter((field) => !implied[action]?.includes(field)).map((field) => known[field]?.label ?? field)
  return named.length === 0 ? auditActionLabels[action] : `${auditActionLabels[action]}: ${named.join(', ')}`
}
