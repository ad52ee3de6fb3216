import { pushAboutMoment } from '#domain/push/push-message.ts'

export const SUBJECT = 'mailto:wiskunde@school.nl'

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
