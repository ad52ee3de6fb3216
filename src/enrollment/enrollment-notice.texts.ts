import { enrollmentOutcomeTexts, moveOutcomeTexts } from '#domain/enrollments/enrollment.texts.ts'
import { waitingChangeTexts } from '#domain/enrollments/waiting.texts.ts'
import type { Attempt, Failure } from './attempt.ts'

type TextsByWish = Record<Attempt['wish'], string>

const { enrollFailed, unenrollFailed } = enrollmentOutcomeTexts
const { moveFailed } = moveOutcomeTexts
const { joinFailed, leaveFailed } = waitingChangeTexts

export const failedTexts = {
  enrolled: enrollFailed,
  unenrolled: unenrollFailed,
  moved: moveFailed,
  waiting: joinFailed,
  left: leaveFailed,
} satisfies TextsByWish

export const enrollmentFailureTexts = {
  unsent: {
    enrolled: `${enrollFailed} Er is geen verbinding: je inschrijving is niet verstuurd.`,
    unenrolled: `${unenrollFailed} Er is geen verbinding: je uitschrijving is niet verstuurd.`,
    moved: `${moveFailed} Er is geen verbinding: je verplaatsing is niet verstuurd.`,
    waiting: `${joinFailed} Er is geen verbinding: je aanmelding is niet verstuurd.`,
    left: `${leaveFailed} Er is geen verbinding: je afmelding is niet verstuurd.`,
  },
  unanswered: {
    enrolled: `${enrollFailed} De server gaf geen antwoord en je bent niet ingeschreven. Probeer het opnieuw.`,
    unenrolled: `${unenrollFailed} De server gaf geen antwoord en je bent nog ingeschreven. Probeer het opnieuw.`,
    moved: `${moveFailed} De server gaf geen antwoord en je bent niet verplaatst. Probeer het opnieuw.`,
    waiting: `${joinFailed} De server gaf geen antwoord en je staat niet op de wachtlijst. Probeer het opnieuw.`,
    left: `${leaveFailed} De server gaf geen antwoord en je staat nog op de wachtlijst. Probeer het opnieuw.`,
  },
} satisfies Record<Exclude<Failure, 'failed'>, TextsByWish>

export const unknownOutcomeTexts = {
  enrolled: 'De verbinding viel weg: nog niet bekend of je bent ingeschreven. Dat zie je zodra de server antwoordt.',
  unenrolled: 'De verbinding viel weg: nog niet bekend of je bent uitgeschreven. Dat zie je zodra de server antwoordt.',
  moved: 'De verbinding viel weg: nog niet bekend of je bent verplaatst. Dat zie je zodra de server antwoordt.',
  waiting:
    'De verbinding viel weg: nog niet bekend of je op de wachtlijst staat. Dat zie je zodra de server antwoordt.',
  left: 'De verbinding viel weg: nog niet bekend of je van de wachtlijst af bent. Dat zie je zodra de server antwoordt.',
} satisfies TextsByWish

export const listsOutdatedText = 'De lijst kon niet worden ververst en is misschien verouderd.'
