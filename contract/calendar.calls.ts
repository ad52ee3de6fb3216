import { z } from 'zod'
import { type CalendarFeed, calendarFeedSchema } from '#domain/calendar/calendar.schema.ts'
import { calendarFeed, calendarFile } from '#domain/enrollments/calendar-file.ts'
import { exactTextSchema } from '#domain/entities/entity.schema.ts'
import { read, write } from './call.schema.ts'
import { entityReplySchema, exampleLink, fileSchema, shown } from './endpoint.schema.ts'
import { ICALENDAR } from './endpoint.ts'
import { exampleEnrollment } from './enrollments.calls.ts'
import { exampleModule } from './modules.calls.ts'
import { own } from './proofs.ts'
import { exampleTestmoment } from './testmoments.calls.ts'

const publicUrl = 'https://wiskunde.school.example'
const frame = { publicUrl, now: Date.parse('2026-03-10T09:00:00.000Z') }
const entry = {
  id: exampleEnrollment.id,
  sequence: exampleTestmoment.version,
  moment: exampleTestmoment,
  module: exampleModule,
}

const made: CalendarFeed = {
  created_at: '2026-03-10T09:00:00.000Z',
  _links: {
    create: exampleLink('POST', '/user/42/calendar-feed'),
    delete: exampleLink('DELETE', '/user/42/calendar-feed'),
  },
}
shown(calendarFeedSchema, made)

export const downloadEnrollmentCalendar = read('/enrollment/:id/calendar', {
  reach: 'owner',
  summary: 'Your enrollment as an .ics file; not-found also when it is not yours',
  reply: fileSchema(ICALENDAR, calendarFile(entry, frame)),
})

export const getCalendarFeed = read('/user/:id/calendar-feed', {
  reach: 'student-self',
  summary: 'Whether you have a calendar feed',
  reply: calendarFeedSchema,
})

export const createCalendarFeed = write('POST', '/user/:id/calendar-feed', {
  event: 'userEdited',
  reach: 'student-self',
  proof: own,
  summary: 'Make a calendar feed, in place of the one there was; its address is shown this once',
  statuses: [201],
  reply: shown(entityReplySchema(calendarFeedSchema), {
    entity: {
      ...made,
      url: `${publicUrl}/api/v1/calendar/x7Qm2vLr9TzKc4WnB6yPd1HsJ8fGa3Ue5RoXi0Vk-Ys/toetsen.ics`,
    },
  }),
})

export const deleteCalendarFeed = write('DELETE', '/user/:id/calendar-feed', {
  event: 'userEdited',
  reach: 'student-self',
  proof: own,
  summary: 'End your calendar feed; the same when there is none',
  reply: shown(entityReplySchema(calendarFeedSchema), {
    entity: { created_at: null, _links: { create: made._links.create } },
  }),
})

export const readCalendarFeed = read('/calendar/:key/toetsen.ics', {
  reach: 'anybody',
  summary: 'The enrollments of whom the key belongs to, for calendar programs',
  reasons: ['not-found'],
  params: z.object({ key: exactTextSchema(1_000) }),
  reply: fileSchema(ICALENDAR, calendarFeed([entry], frame)),
})
