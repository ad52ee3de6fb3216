import { onboardingRefusalTexts } from '#domain/users/onboarding.texts.ts'
import type { DepartmentSwitchRefusal } from './department-switch.rules.ts'

export const departmentSwitchRefusalTexts = {
  'onboarding-unfinished': 'Wisselen van studierichting kan pas als de gegevens zijn bevestigd.',
  'education-department-unavailable': onboardingRefusalTexts['education-department-unavailable'],
} satisfies Record<DepartmentSwitchRefusal, string>
