import type { ApiContext } from '#api-server/api-context.ts'
import { readCalendar } from '#api-server/use-cases/read-calendar.ts'
import { readCalendarFeedSchemas } from '#contract/calendar.schema.ts'
import { readCalendarFeed } from '#contract/calendar.ts'
import { ICALENDAR } from '#contract/media-type.ts'
import { calendarFeed } from '#domain/calendar/calendar-file.ts'
import { type Api, operation } from '#server/operation.ts'

/**
 * For calendar programs, which can send no token. Nothing limits them: one provider's machine may ask for a whole school,
 * and a wrong key costs one look at an index.
 */
export function calendarFeedRoutes(app: Api, { database, publicUrl, clock }: ApiContext): void {
  app.route({
    ...operation(readCalendarFeed, readCalendarFeedSchemas, {
      summary: 'The enrollments of whom the key belongs to, for calendar programs',
      open: true,
      reasons: ['not-found'],
    }),
    handler: async (request, reply) => {
      const now = clock()
      const entries = await readCalendar(database, request.params.key, now)
      return reply.type(`${ICALENDAR}; charset=utf-8`).send(calendarFeed(entries, { publicUrl, now }))
    },
  })
}
