/**
 * - `education-department-unavailable`: there is no such department, or it is no longer offered
 * - `information-incomplete`: a name or the department is missing
 * - `onboarding-done`: the information was confirmed, so the department changes by a switch only
 */
export type OnboardingRefusal = 'education-department-unavailable' | 'information-incomplete' | 'onboarding-done'
