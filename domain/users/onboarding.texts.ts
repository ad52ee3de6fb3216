import type { OnboardingRefusal } from './onboarding.rules.ts'

export const onboardingRefusalTexts = {
  'education-department-unavailable': 'Deze studierichting kun je niet (meer) kiezen. Kies een andere.',
  'information-incomplete': 'Vul eerst je naam in en kies een studierichting.',
  'onboarding-done': 'Je hebt je gegevens al bevestigd.',
} satisfies Record<OnboardingRefusal, string>
