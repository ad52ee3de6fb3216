import type { OnboardingStep } from '#domain/users/user.schema.ts'

export const steps = [
  { step: 1, name: 'Naam' },
  { step: 2, name: 'Studierichting' },
  { step: 3, name: 'Modules' },
  { step: 4, name: 'Overzicht Bevestigen' },
] as const satisfies readonly { step: OnboardingStep; name: string }[]

export const pathOf = <Step extends OnboardingStep>(step: Step): `/onboarding/step${Step}` => `/onboarding/step${step}`
