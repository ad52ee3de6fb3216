import { nameRefusal } from './name.rules.ts'

/**
 * - `education-department-unavailable`: there is no such department, or it is no longer offered
 * - `information-incomplete`: a name or the department is missing
 * - `onboarding-done`: the information was confirmed, so the department changes by a switch only
 */
export type OnboardingRefusal = 'education-department-unavailable' | 'information-incomplete' | 'onboarding-done'

export interface Information {
  first_name: string
  last_name: string
  education_department_id: number | null
}

/** Whether there is enough to confirm: attendance lists need the names, enrolling needs the department. */
export const isComplete = ({ first_name, last_name, education_department_id }: Information): boolean =>
  nameRefusal(first_name) === null && nameRefusal(last_name) === null && education_department_id !== null
