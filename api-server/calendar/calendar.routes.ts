import { findCalendarFeed, listCalendarEntries } from '#api-server/calendar/calendar.queries.ts'
import { newCalendarFeed, readCalendar } from '#api-server/calendar/calendar.ts'
import type { ApiContext } from '#api-server/context.ts'
import { attachment } from '#api-server/platform/content-disposition.ts'
import * as calendarCalls from '#contract/calendar.calls.ts'
import * as calendar from '#contract/calendar.gen.ts'
import { createCalendarFeed, deleteCalendarFeed } from '#contract/calendar.gen.ts'
import { ICALENDAR, linkById, pathOf } from '#contract/endpoint.ts'
import type { CalendarFeed } from '#domain/calendar/calendar.schema.ts'
import { calendarFeed, calendarFile } from '#domain/enrollments/calendar-file.ts'
import { type Api, serve } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

export function calendarRoutes(app: Api, { database, publicUrl, clock }: ApiContext): void {
  serve(app, calendarCalls, {
    downloadEnrollmentCalendar: async ({ caller: { id: userId }, params }, reply) => {
      const [entry] = await listCalendarEntries(database.kysely, { userId, enrollmentId: params.id })
      if (!entry) throw new Problem('not-found')
      return reply
        .type(`${ICALENDAR}; charset=utf-8`)
        .header('content-disposition', attachment(`wiskundetoets-${entry.module.name}-${entry.moment.date}.ics`))
        .send(calendarFile(entry, { publicUrl, now: clock() }))
    },

    getCalendarFeed: async ({ params: { id } }) => calendarFeedReply(id, await findCalendarFeed(database.kysely, id)),

    createCalendarFeed: async ({ params: { id } }) => {
      const { key, created_at } = await newCalendarFeed(database, id, clock())
      const url = publicUrl + pathOf(calendar.readCalendarFeed, { key })
      return { entity: calendarFeedReply(id, { created_at, url }) }
    },

    deleteCalendarFeed: async ({ params: { id } }) => {
      await database.transaction((trx) => trx.deleteFrom('calendar_feed').where('user_id', '=', id).execute())
      return { entity: calendarFeedReply(id) }
    },
  })
}

/** Calls are not limited: one provider's machine may ask for a whole school, and a wrong key costs one index lookup. */
export function calendarFeedRoutes(app: Api, { database, publicUrl, clock }: ApiContext): void {
  serve(app, calendarCalls, {
    readCalendarFeed: async ({ params }, reply) => {
      const now = clock()
      const entries = await readCalendar(database, params.key, now)
      return reply.type(`${ICALENDAR}; charset=utf-8`).send(calendarFeed(entries, { publicUrl, now }))
    },
  })
}

const create = linkById(createCalendarFeed)
const end = linkById(deleteCalendarFeed)

function calendarFeedReply(id: number, feed?: { created_at: string; url?: string }): CalendarFeed {
  if (!feed) return { created_at: null, _links: { create: create(id) } }
  return { ...feed, _links: { create: create(id), delete: end(id) } }
}
