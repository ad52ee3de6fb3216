// Made of the declarations of calls by `npm run contract`.
import type * as onboardingCalls from './onboarding.calls.ts'
import { endpoint } from './endpoint.ts'

export const chooseEducationDepartment = endpoint<typeof onboardingCalls.chooseEducationDepartment>('PUT', '/user/:id/education-department', { event: 'userEdited' })
export const confirmInformation = endpoint<typeof onboardingCalls.confirmInformation>('POST', '/user/:id/information-check', { event: 'userEdited' })
export const getUserEducationDepartment = endpoint<typeof onboardingCalls.getUserEducationDepartment>('GET', '/user/:id/education-department')
export const listAutomaticEnrollments = endpoint<typeof onboardingCalls.listAutomaticEnrollments>('GET', '/user/:id/automatic-enrollments')
