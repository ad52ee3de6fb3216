import { nameRefusalTexts, onboardingRefusalTexts } from '#domain/users/user.texts.ts'
import { ApiError } from '#src/api/api-error.ts'
import { failureAdvice, lostAnswerText, type RefusalTexts } from '#src/api/failure.texts.ts'
import type { Failure } from './onboarding.context.ts'

export const stepTexts = {
  names: 'Je voor- en achternaam staan op de presentielijst van een toets. Vul ze in zoals je opleiding je kent.',
  followedNames: 'Je naam staat op de presentielijst van een toets.',
  department:
    'Je studierichting bepaalt voor welke modules je je kunt inschrijven. Voor sommige word je automatisch ingeschreven.',
  modules:
    'Vink de modules aan die je al hebt afgerond. Daarvoor word je niet automatisch ingeschreven. Heb je er nog geen afgerond, ga dan zo verder.',
  overview: 'Klopt dit? Bevestig het dan.',
  full: 'Hiervoor zou je ook zijn ingeschreven, maar er is geen plaats meer. Na het bevestigen kun je een ander toetsmoment kiezen of op de wachtlijst gaan.',
  unsaved: 'Met Volgende sla je deze stap op en ga je verder.',
  saved: 'Opgeslagen.',
  saving: 'Bezig met opslaan…',
  loading: 'Deze stap wordt geladen…',
}

/** Zero is not mentioned: it is also the number for a confirmation whose first answer was lost. */
export function confirmedText(enrollmentsMade: number): string {
  if (enrollmentsMade === 0) return 'Je gegevens zijn bevestigd. Je kunt je nu inschrijven voor toetsen.'
  const tests = enrollmentsMade === 1 ? '1 toets' : `${enrollmentsMade} toetsen`
  return `Je gegevens zijn bevestigd en je bent automatisch ingeschreven voor ${tests}.`
}

/** Whether the server refused because of what the student or somebody else did, rather than being unable to answer. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && [403, 404, 409, 422].includes(error.status)

const refusals: RefusalTexts = { ...nameRefusalTexts, ...onboardingRefusalTexts }

/** For a toast; the advice is shown where it failed. */
export const whatFailed = {
  loading: 'Deze stap kon niet worden geladen.',
  saving: 'Opslaan is niet gelukt.',
  confirming: 'Bevestigen is niet gelukt.',
} satisfies Record<Failure['during'], string>

export const failureText = ({ during, error }: Failure): string =>
  lostAnswerText(error) ?? `${whatFailed[during]} ${failureAdvice(error, { refusals, helper: 'je docent wiskunde' })}`

export const departmentStepTexts = {
  none: 'Er zijn nog geen studierichtingen om uit te kiezen. Vraag je docent wiskunde om ze toe te voegen.',
} as const

export const overviewTexts = {
  enrolledFor: 'Je wordt ingeschreven voor',
  nothingAutomatic: 'Er is nu geen toets waarvoor je automatisch wordt ingeschreven.',
  unsaved: (step: number) => `Wat je in stap ${step} hebt gewijzigd, is nog niet opgeslagen.`,
  backTo: (step: string) => `Terug naar ${step}`,
  whenConnected: 'Bevestigen kan weer zodra er verbinding is.',
  confirming: 'Bezig met bevestigen…',
  oneEnds: 'Deze inschrijving vervalt',
  someEnd: 'Deze inschrijvingen vervallen',
  endsExplained:
    'Een docent heeft je hiervoor ingeschreven, maar de module hoort niet bij je studierichting. Als je bevestigt, ben je hiervoor niet meer ingeschreven. Klopt je studierichting niet? Wijzig die dan eerst.',
} as const
