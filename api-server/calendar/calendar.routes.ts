import { findCalendarFeed, listCalendarEntries } from '#api-server/calendar/calendar.queries.ts'
import { newCalendarFeed, readCalendar } from '#api-server/calendar/calendar.ts'
import type { ApiContext } from '#api-server/context.ts'
import { attachment } from '#api-server/platform/content-disposition.ts'
import * as schemas from '#contract/calendar.schema.ts'
import { readCalendarFeedSchemas } from '#contract/calendar.schema.ts'
import * as calendar from '#contract/calendar.ts'
import { createCalendarFeed, deleteCalendarFeed, readCalendarFeed } from '#contract/calendar.ts'
import { ICALENDAR, linkById, pathOf } from '#contract/endpoint.ts'
import type { CalendarFeed } from '#domain/calendar/calendar.schema.ts'
import { calendarFeed, calendarFile } from '#domain/enrollments/calendar-file.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

/** Routes for .ics files, and for the calendar address of a student, from which calendar programs update themselves. */
export function calendarRoutes(app: Api, { database, publicUrl, clock }: ApiContext): void {
  app.route({
    ...operation(calendar.downloadEnrollmentCalendar, schemas.downloadEnrollmentCalendarSchemas, {
      reach: 'owner',
      summary: 'Your enrollment as an .ics file; not-found also when it is not yours',
      reasons: ['not-found'],
    }),
    handler: async (request, reply) => {
      const userId = callerOf(request).id
      const [entry] = await listCalendarEntries(database.kysely, { userId, enrollmentId: request.params.id })
      if (!entry) throw new Problem('not-found')
      return reply
        .type(`${ICALENDAR}; charset=utf-8`)
        .header('content-disposition', attachment(`wiskundetoets-${entry.module.name}-${entry.moment.date}.ics`))
        .send(calendarFile(entry, { publicUrl, now: clock() }))
    },
  })

  app.route({
    ...operation(calendar.getCalendarFeed, schemas.getCalendarFeedSchemas, {
      reach: 'student-self',
      summary: 'Whether you have a calendar feed',
    }),
    handler: async (request) => {
      const { id } = request.params
      return calendarFeedReply(id, await findCalendarFeed(database.kysely, id))
    },
  })

  app.route({
    ...operation(calendar.createCalendarFeed, schemas.createCalendarFeedSchemas, {
      reach: 'student-self',
      summary: 'Make a calendar feed, in place of the one there was; its address is told this once',
      statuses: [201],
    }),
    handler: async (request, reply) => {
      const { id } = request.params
      const { key, created_at } = await newCalendarFeed(database, id, clock())
      const url = publicUrl + pathOf(calendar.readCalendarFeed, { key })
      return reply.code(201).send({ entity: calendarFeedReply(id, { created_at, url }) })
    },
  })

  app.route({
    ...operation(calendar.deleteCalendarFeed, schemas.deleteCalendarFeedSchemas, {
      reach: 'student-self',
      summary: 'End your calendar feed; the same when there is none',
    }),
    handler: async (request) => {
      const { id } = request.params
      await database.transaction((trx) => trx.deleteFrom('calendar_feed').where('user_id', '=', id).execute())
      return { entity: calendarFeedReply(id) }
    },
  })
}

/**
 * Routes for calendar programs, which can send no token. Not rate-limited: one provider's machine may ask for a whole school,
 * and a wrong key costs one index lookup.
 */
export function calendarFeedRoutes(app: Api, { database, publicUrl, clock }: ApiContext): void {
  app.route({
    ...operation(readCalendarFeed, readCalendarFeedSchemas, {
      reach: 'anybody',
      summary: 'The enrollments of whom the key belongs to, for calendar programs',
      reasons: ['not-found'],
    }),
    handler: async (request, reply) => {
      const now = clock()
      const entries = await readCalendar(database, request.params.key, now)
      return reply.type(`${ICALENDAR}; charset=utf-8`).send(calendarFeed(entries, { publicUrl, now }))
    },
  })
}

const create = linkById(createCalendarFeed)
const end = linkById(deleteCalendarFeed)

/** Reply about a calendar address; `feed` is undefined for a student without one. */
function calendarFeedReply(id: number, feed?: { created_at: string; url?: string }): CalendarFeed {
  if (!feed) return { created_at: null, _links: { create: create(id) } }
  return { ...feed, _links: { create: create(id), delete: end(id) } }
}
