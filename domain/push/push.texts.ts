import { seatPromotedTitle } from '#domain/enrollments/waiting.texts.ts'
import type { MessagePushKind, MomentPushKind } from './push.rules.ts'
import type { PushFailure } from './push.schema.ts'

interface NotificationText {
  title: string
  body: string
}

/**
 * `moment` as in 'di 24 nov, 09:00–11:30 · Zaal 3.14' or 'week van 23 nov', `closing` as in 'ma 23 nov om 12:00', null without
 * a planned closing.
 */
type MomentText = (moment: string, closing: string | null) => NotificationText

export const momentPushTexts = {
  opening: (moment, closing) => ({
    title: 'De inschrijving is open',
    body: `Toetsmoment ${moment}: je kunt je nu inschrijven${closing === null ? '' : `, tot ${closing}`}.`,
  }),
  reminder: (moment, closing) => ({
    title: 'De inschrijving sluit bijna',
    body: `Toetsmoment ${moment}: je kunt nog kiezen${closing === null ? '' : ` tot ${closing}`}.`,
  }),
  seat: (moment, closing) => ({
    title: seatPromotedTitle,
    body: `Toetsmoment ${moment}: je bent van de wachtlijst af en ingeschreven${closing === null ? '' : `. Wijzigen kan tot ${closing}`}.`,
  }),
} satisfies Record<MomentPushKind, MomentText>

/** Leaves the text of the message out: anybody who holds the phone reads a notification. */
export const messagePushTexts = {
  message: { title: 'Nieuw bericht', body: 'Een docent heeft je een bericht gestuurd. Je leest het in de app.' },
  change: { title: 'Toetsmoment gewijzigd of vervallen', body: 'Wat er voor jou verandert, lees je in de app.' },
} satisfies Record<MessagePushKind, NotificationText>

/** About a student's own room, with the subject of the message: 'Je zaal is gewijzigd: 3.14 → 3.16'. */
export const roomPushText = (subject: string): NotificationText => ({
  title: subject,
  body: 'Waar je zit, zie je in de app.',
})

/** Result of a test message: answer of the browser's push service. */
export type TestAnswer = 'accepted' | 'gone' | PushFailure

export const testAnswerTexts = {
  accepted: 'De testmelding is onderweg. Zie je niets? Kijk dan of meldingen op dat apparaat aan staan.',
  gone: 'Dit apparaat neemt geen meldingen meer aan. Het is uit de lijst gehaald.',
  refused: 'De meldingendienst van deze browser weigert de testmelding. Zet meldingen op dat apparaat uit en weer aan.',
  busy: 'De meldingendienst van deze browser heeft het druk. Probeer het over een paar minuten opnieuw.',
  unreachable: 'De meldingendienst van deze browser is niet bereikbaar. Probeer het later opnieuw.',
} satisfies Record<TestAnswer, string>

/** Text for `gone` on the device itself, which subscribes again at once. */
export const ownGoneText =
  'Dit apparaat was bij de meldingendienst niet meer bekend en wordt opnieuw aangemeld. Probeer het daarna nog eens.'
