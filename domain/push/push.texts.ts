import type { PushKind } from './push.rules.ts'
import type { PushFailure } from './push.schema.ts'

/** `moment` as in 'di 24 nov' or 'week van 23 nov', `closing` as in 'ma 23 nov om 12:00', null when none is planned. */
type NotificationText = (moment: string, closing: string | null) => { title: string; body: string }

export const pushTexts = {
  opening: (moment, closing) => ({
    title: 'De inschrijving is open',
    body: `Toetsmoment ${moment}: je kunt je nu inschrijven${closing === null ? '' : `, tot ${closing}`}.`,
  }),
  reminder: (moment, closing) => ({
    title: 'De inschrijving sluit bijna',
    body: `Toetsmoment ${moment}: je kunt nog kiezen${closing === null ? '' : ` tot ${closing}`}.`,
  }),
} satisfies Record<PushKind, NotificationText>

/** What came of a test message: what the push service of the browser said. */
export type TestAnswer = 'accepted' | 'gone' | PushFailure

export const testAnswerTexts = {
  accepted: 'De testmelding is onderweg. Zie je niets? Kijk dan of meldingen op dat apparaat aan staan.',
  gone: 'Dit apparaat neemt geen meldingen meer aan. Het is uit de lijst gehaald.',
  refused: 'De meldingendienst van deze browser weigert de testmelding. Zet meldingen op dat apparaat uit en weer aan.',
  busy: 'De meldingendienst van deze browser heeft het druk. Probeer het over een paar minuten opnieuw.',
  unreachable: 'De meldingendienst van deze browser is niet bereikbaar. Probeer het later opnieuw.',
} satisfies Record<TestAnswer, string>

/** `gone`, said on the device itself, which makes up for it at once. */
export const ownGoneText =
  'Dit apparaat was bij de meldingendienst niet meer bekend en wordt opnieuw aangemeld. Probeer het daarna nog eens.'
