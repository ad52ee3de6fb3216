import { createECDH, randomBytes } from 'node:crypto'
import { pushAboutMoment } from '#domain/push/push-message.ts'

/** What a browser gives, without what only it knows. */
export function makeKeys(): { p256dh: string; auth: string } {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  return { p256dh: curve.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}

export const SUBJECT = 'mailto:wiskunde@school.nl'

/** A real one. */
export const MESSAGE = pushAboutMoment(
  'opening',
  {
    ...{
      id: 12,
      date: '2026-11-24',
      duration: 'day',
      enrollments_enabled: true,
      enrollments_close_at: '2026-11-23T11:00:00.000Z',
    },
    ...{ location: 'Zaal 3.14', starts_at: '09:00', ends_at: '11:30' },
  },
  'https://wiskunde.school.nl',
  Date.parse('2026-11-20T11:00:00.000Z'),
)
