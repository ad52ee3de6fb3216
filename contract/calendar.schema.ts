import { z } from 'zod'
import { type CalendarFeed, calendarFeedSchema } from '#domain/calendar/calendar.schema.ts'
import { calendarFeed, calendarFile } from '#domain/enrollments/calendar-file.ts'
import { exactTextSchema } from '#domain/entities/text.schema.ts'
import { byIdSchema, entityReplySchema, exampleLink, fileSchema, shown } from './endpoint.schema.ts'
import { ICALENDAR } from './endpoint.ts'
import { exampleEnrollment } from './enrollments.schema.ts'
import { exampleModule } from './modules.schema.ts'
import { exampleTestmoment } from './testmoments.schema.ts'

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

export const downloadEnrollmentCalendarSchemas = {
  params: byIdSchema,
  reply: fileSchema(ICALENDAR, calendarFile(entry, frame)),
}

export const getCalendarFeedSchemas = {
  params: byIdSchema,
  reply: calendarFeedSchema,
}

export const createCalendarFeedSchemas = {
  params: byIdSchema,
  reply: shown(entityReplySchema(calendarFeedSchema), {
    entity: {
      ...made,
      url: `${publicUrl}/api/v1/calendar/x7Qm2vLr9TzKc4WnB6yPd1HsJ8fGa3Ue5RoXi0Vk-Ys/toetsen.ics`,
    },
  }),
}

export const deleteCalendarFeedSchemas = {
  params: byIdSchema,
  reply: shown(entityReplySchema(calendarFeedSchema), {
    entity: { created_at: null, _links: { create: made._links.create } },
  }),
}

/** Accepts any text: an invalid key is answered like an unknown one. */
export const readCalendarFeedSchemas = {
  params: z.object({ key: exactTextSchema(1_000) }),
  reply: fileSchema(ICALENDAR, calendarFeed([entry], frame)),
}
