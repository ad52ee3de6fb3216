import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import type { AutomaticEnrollment, ConfirmingPreview } from '#domain/enrollments/listed-enrollment.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import { type ById, type EntityReply, endpoint, type ListReply } from './endpoint.ts'

/** By the user's link `education_department`; 404 without one. */
export const getUserEducationDepartment = endpoint<{ params: ById; reply: EducationDepartment }>(
  'GET',
  '/user/:id/education-department',
)

/** By the user's link `edit_education_department`, while onboarding; 409 `onboarding-done` afterwards. */
export const chooseEducationDepartment = endpoint<{
  params: ById
  body: { id: number }
  reply: EntityReply<EducationDepartment>
}>('PUT', '/user/:id/education-department', 'userEdited')

/** What confirming would make now, and end; by the user's link `automatic_enrollments`. */
export const listAutomaticEnrollments = endpoint<{
  params: ById
  reply: ListReply<AutomaticEnrollment> & Omit<ConfirmingPreview, 'made'>
}>('GET', '/user/:id/automatic-enrollments')

/** Ends onboarding, by the user's link `confirm_information`. Repeated it answers likewise, with none made. */
export const confirmInformation = endpoint<{
  params: ById
  reply: EntityReply<User> & { enrollments_made: number }
}>('POST', '/user/:id/information-check', 'userEdited')
