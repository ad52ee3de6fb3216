import { endpoint } from './endpoint.ts'
import type * as schemas from './onboarding.schema.ts'

/** Returns the department of a user; 404 without one. The user's link `education_department`. */
export const getUserEducationDepartment = endpoint<typeof schemas.getUserEducationDepartmentSchemas>(
  'GET',
  '/user/:id/education-department',
)

/** Chooses a department during onboarding; 409 `onboarding-done` afterwards. The user's link `edit_education_department`. */
export const chooseEducationDepartment = endpoint<typeof schemas.chooseEducationDepartmentSchemas>(
  'PUT',
  '/user/:id/education-department',
  'userEdited',
)

/** Lists enrollments that confirming would make and end now. The user's link `automatic_enrollments`. */
export const listAutomaticEnrollments = endpoint<typeof schemas.listAutomaticEnrollmentsSchemas>(
  'GET',
  '/user/:id/automatic-enrollments',
)

/** Ends onboarding. A repeated call has the same answer, without enrollments made. The user's link `confirm_information`. */
export const confirmInformation = endpoint<typeof schemas.confirmInformationSchemas>(
  'POST',
  '/user/:id/information-check',
  'userEdited',
)
