import type { PushKind } from './push-kind.ts'

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
