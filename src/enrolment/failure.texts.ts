import { enrollmentOutcomeTexts } from '#domain/enrollment/enrollment.texts.ts'
import { moveOutcomeTexts } from '#domain/enrollment/move.texts.ts'
import type { Attempt, Failure } from './enrolment.events.ts'

type TextsByWish = Record<Attempt['wish'], string>

const { enrollFailed, unenrollFailed } = enrollmentOutcomeTexts
const { moveFailed } = moveOutcomeTexts

export const failureTexts = {
  failed: {
    enrolled: `${enrollFailed} Probeer het opnieuw.`,
    unenrolled: `${unenrollFailed} Probeer het opnieuw.`,
    moved: `${moveFailed} Probeer het opnieuw.`,
  },
  unsent: {
    enrolled: `${enrollFailed} Er is geen verbinding: je inschrijving is niet verstuurd.`,
    unenrolled: `${unenrollFailed} Er is geen verbinding: je uitschrijving is niet verstuurd.`,
    moved: `${moveFailed} Er is geen verbinding: je verplaatsing is niet verstuurd.`,
  },
  unanswered: {
    enrolled: `${enrollFailed} De server gaf geen antwoord en je staat niet op de lijst. Probeer opnieuw je in te schrijven.`,
    unenrolled: `${unenrollFailed} De server gaf geen antwoord en je staat nog op de lijst. Probeer opnieuw je uit te schrijven.`,
    moved: `${moveFailed} De server gaf geen antwoord en je bent niet verplaatst. Probeer het opnieuw.`,
  },
} satisfies Record<Failure, TextsByWish>

export const unknownOutcomeTexts = {
  enrolled:
    'De verbinding viel weg: we weten niet of je bent ingeschreven. Kijk het na in de lijst zodra je weer verbinding hebt.',
  unenrolled:
    'De verbinding viel weg: we weten niet of je bent uitgeschreven. Kijk het na in de lijst zodra je weer verbinding hebt.',
  moved:
    'De verbinding viel weg: we weten niet of je bent verplaatst. Kijk het na in de lijst zodra je weer verbinding hebt.',
} satisfies TextsByWish

export const listsOutdatedText = 'De lijst kon niet worden ververst en is misschien verouderd.'
