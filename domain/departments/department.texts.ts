import { type FieldTexts, showFlag, showText, showYesOrNo } from '#domain/entities/differences.ts'
import { onboardingRefusalTexts } from '#domain/users/user.texts.ts'
import type { DepartmentSwitchRefusal } from './department.rules.ts'
import type { EducationDepartment } from './department.schema.ts'

/** Fields that an edit may change. */
export type DepartmentFields = Pick<EducationDepartment, 'name' | 'auto_enroll' | 'archived'>

export const departmentFieldTexts: FieldTexts<DepartmentFields> = {
  name: { label: 'Naam', show: showText },
  auto_enroll: { label: 'Automatisch inschrijven', show: showFlag },
  archived: { label: 'Gearchiveerd', show: showYesOrNo },
}

export const departmentModulesTexts: FieldTexts<{ modules: readonly string[] }> = {
  modules: { label: 'Modules', show: (names) => showText(names.join(', ')) },
}

export const departmentSwitchRefusalTexts = {
  'onboarding-unfinished': 'Wisselen van studierichting kan pas als de gegevens zijn bevestigd.',
  'education-department-unavailable': onboardingRefusalTexts['education-department-unavailable'],
} satisfies Record<DepartmentSwitchRefusal, string>
