import { enrollmentOutcomeTexts } from '#domain/enrollment/enrollment.texts.ts'
import { moveOutcomeTexts } from '#domain/enrollment/move.texts.ts'
import type { Attempt, Failure } from './enrolment.events.ts'

type TextsByWish = Record<Attempt['wish'], string>

export const failureTexts = {
  failed: {
    enrolled: enrollmentOutcomeTexts.enrollFailed,
    unenrolled: enrollmentOutcomeTexts.unenrollFailed,
    moved: moveOutcomeTexts.moveFailed,
  },
  unsent: {
    enrolled: 'Er is geen verbinding: je inschrijving is niet verstuurd.',
    unenrolled: 'Er is geen verbinding: je uitschrijving is niet verstuurd.',
    moved: 'Er is geen verbinding: je verplaatsing is niet verstuurd.',
  },
  unanswered: {
    enrolled: 'De server gaf geen antwoord en je staat niet op de lijst. Probeer opnieuw je in te schrijven.',
    unenrolled: 'De server gaf geen antwoord en je staat nog op de lijst. Probeer opnieuw je uit te schrijven.',
    moved: 'De server gaf geen antwoord en je bent niet verplaatst. Probeer het opnieuw.',
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
