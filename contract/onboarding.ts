import { endpoint } from './endpoint.ts'
import type * as schemas from './onboarding.schema.ts'

/** By the user's link `education_department`; 404 without one. */
export const getUserEducationDepartment = endpoint<typeof schemas.getUserEducationDepartmentSchemas>(
  'GET',
  '/user/:id/education-department',
)

/** By the user's link `edit_education_department`, while onboarding; 409 `onboarding-done` afterwards. */
export const chooseEducationDepartment = endpoint<typeof schemas.chooseEducationDepartmentSchemas>(
  'PUT',
  '/user/:id/education-department',
  'userEdited',
)

/** What confirming would make now, and end; by the user's link `automatic_enrollments`. */
export const listAutomaticEnrollments = endpoint<typeof schemas.listAutomaticEnrollmentsSchemas>(
  'GET',
  '/user/:id/automatic-enrollments',
)

/** Ends onboarding, by the user's link `confirm_information`. Repeated it answers likewise, with none made. */
export const confirmInformation = endpoint<typeof schemas.confirmInformationSchemas>(
  'POST',
  '/user/:id/information-check',
  'userEdited',
)
