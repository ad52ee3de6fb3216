import { calendarFeed, calendarFile } from '#domain/calendar/calendar-file.ts'
import type * as calendar from './calendar.ts'
import { exampleEnrollment, exampleModule, exampleTestmoment } from './entity.examples.ts'
import type { ExamplesOf } from './example.ts'

const href = '/api/v1/user/42/calendar-feed'
const create = { method: 'POST', href } as const
const made = { created_at: '2026-03-10T09:00:00.000Z', _links: { create, delete: { method: 'DELETE', href } } } as const
const publicUrl = 'https://wiskunde.school.example'
const frame = { publicUrl, now: Date.parse('2026-03-10T09:00:00.000Z') }
const entry = {
  id: exampleEnrollment.id,
  sequence: exampleTestmoment.version,
  moment: exampleTestmoment,
  module: exampleModule,
}

export const calendarExamples: ExamplesOf<typeof calendar> = {
  downloadEnrollmentCalendar: { reply: calendarFile(entry, frame) },
  getCalendarFeed: { reply: made },
  createCalendarFeed: {
    reply: {
      entity: {
        ...made,
        url: `${publicUrl}/api/v1/calendar/x7Qm2vLr9TzKc4WnB6yPd1HsJ8fGa3Ue5RoXi0Vk-Ys/toetsen.ics`,
      },
    },
  },
  deleteCalendarFeed: { reply: { entity: { created_at: null, _links: { create } } } },
  readCalendarFeed: { reply: calendarFeed([entry], frame) },
}
