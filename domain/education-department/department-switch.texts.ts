import type { DepartmentSwitchRefusal } from './department-switch.rules.ts'

export const departmentSwitchRefusalTexts = {
  'onboarding-unfinished': 'Wisselen van studierichting kan pas als de gegevens zijn bevestigd.',
  'education-department-unavailable': 'Deze studierichting kun je niet (meer) kiezen. Kies een andere.',
} satisfies Record<DepartmentSwitchRefusal, string>
