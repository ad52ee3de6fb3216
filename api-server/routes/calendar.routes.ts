import type { FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/api-context.ts'
import { attachment } from '#api-server/exports/testmoment/content-disposition.ts'
import { requireOwn } from '#api-server/platform/authorise.ts'
import { findCalendarFeed } from '#api-server/queries/find-calendar-feed.ts'
import { listCalendarEntries } from '#api-server/queries/list-calendar-entries.ts'
import { calendarFeedReply } from '#api-server/replies/calendar-feed-reply.ts'
import { createCalendarFeed } from '#api-server/use-cases/create-calendar-feed.ts'
import { requireStudent } from '#api-server/use-cases/require-student.ts'
import * as schemas from '#contract/calendar.schema.ts'
import * as calendar from '#contract/calendar.ts'
import { pathOf } from '#contract/endpoint.ts'
import { ICALENDAR } from '#contract/media-type.ts'
import { calendarFile } from '#domain/calendar/calendar-file.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { Problem } from '#server/problem.ts'

/** What students take over into their own calendar, and the address from which it keeps itself up to date. */
export function calendarRoutes(app: Api, { database, publicUrl, clock }: ApiContext): void {
  const requireOwnStudent = async (request: FastifyRequest, id: number) => {
    const caller = callerOf(request)
    requireOwn(caller, id)
    await requireStudent(database, caller, id)
  }

  app.route({
    ...operation(calendar.downloadEnrollmentCalendar, schemas.downloadEnrollmentCalendarSchemas, {
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
      summary: 'Whether you have a calendar feed',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      const { id } = request.params
      await requireOwnStudent(request, id)
      return calendarFeedReply(id, await findCalendarFeed(database.kysely, id))
    },
  })

  app.route({
    ...operation(calendar.createCalendarFeed, schemas.createCalendarFeedSchemas, {
      summary: 'Make a calendar feed, in place of the one there was; its address is told this once',
      statuses: [201],
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request, reply) => {
      const { id } = request.params
      await requireOwnStudent(request, id)
      const { key, created_at } = await createCalendarFeed(database, id, clock())
      const url = publicUrl + pathOf(calendar.readCalendarFeed, { key })
      return reply.code(201).send({ entity: calendarFeedReply(id, { created_at, url }) })
    },
  })

  app.route({
    ...operation(calendar.deleteCalendarFeed, schemas.deleteCalendarFeedSchemas, {
      summary: 'End your calendar feed; the same when there is none',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      const { id } = request.params
      await requireOwnStudent(request, id)
      await database.kysely.deleteFrom('calendar_feed').where('user_id', '=', id).execute()
      return { entity: calendarFeedReply(id) }
    },
  })
}
