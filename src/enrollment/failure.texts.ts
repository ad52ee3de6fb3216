import { enrollmentOutcomeTexts } from '#domain/enrollments/enrollment.texts.ts'
import { moveOutcomeTexts } from '#domain/enrollments/move.texts.ts'
import type { Attempt, Failure } from './enrollment.events.ts'

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
  enrolled: 'De verbinding viel weg: nog niet bekend of je bent ingeschreven. Dat zie je zodra de server antwoordt.',
  unenrolled: 'De verbinding viel weg: nog niet bekend of je bent uitgeschreven. Dat zie je zodra de server antwoordt.',
  moved: 'De verbinding viel weg: nog niet bekend of je bent verplaatst. Dat zie je zodra de server antwoordt.',
} satisfies TextsByWish

export const listsOutdatedText = 'De lijst kon niet worden ververst en is misschien verouderd.'
