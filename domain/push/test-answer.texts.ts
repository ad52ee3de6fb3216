import type { PushFailure } from './push-device.schema.ts'

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
