import type { InvigilationRefusal, PresenceRefusal } from './presence.rules.ts'
import type { PresenceStatus } from './presence.schema.ts'

export const presenceStatusTexts = {
  present: 'Aanwezig',
  late: 'Te laat',
  absent: 'Afwezig',
} satisfies Record<PresenceStatus, string>

export const presenceRefusalTexts = {
  'presence-not-yet': 'De toetsdag is nog niet begonnen. Aanwezigheid noteer je vanaf die dag.',
} satisfies Record<PresenceRefusal, string>

export const invigilationRefusalTexts = {
  'link-ended': 'Deze surveillantenlink werkt niet meer. Vraag de docent om een nieuwe.',
  'link-not-yet': 'Deze surveillantenlink werkt vanaf de toetsdag.',
  'rooms-not-published':
    'De docent heeft de lokalen nog niet bekendgemaakt. Deze surveillantenlink werkt zodra dat is gebeurd.',
  'code-wrong': 'Deze code klopt niet. Vraag de docent om de code van zes cijfers.',
  'device-refused': 'Dit apparaat heeft geen toegang meer tot de presentielijst. Vraag de docent om hulp.',
  'devices-full': 'Er doen al tien apparaten mee. Vraag de docent om er een af te melden.',
  'presence-closed': 'De toetsdag is voorbij. De lijst is niet meer te lezen.',
} satisfies Record<InvigilationRefusal, string>

export const presenceTexts = {
  teacher: 'een docent',
}
