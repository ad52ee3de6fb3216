import { hash, randomBytes } from 'node:crypto'
import { findCalendarFeed, findCalendarOwner, listCalendarEntries } from '#api-server/calendar/calendar.queries.ts'
import type { ApiContext } from '#api-server/context.ts'
import { attachment } from '#api-server/platform/content-disposition.ts'
import * as calendarCalls from '#contract/calendar.calls.ts'
import * as calendar from '#contract/calendar.gen.ts'
import { createCalendarFeed, deleteCalendarFeed } from '#contract/calendar.gen.ts'
import { ICALENDAR, linkById, pathOf } from '#contract/endpoint.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { CalendarFeed } from '#domain/calendar/calendar.schema.ts'
import { belongsInCalendar, type CalendarEntry, calendarFeed, calendarFile } from '#domain/enrollments/calendar-file.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'
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

/** Gives this student a new calendar address; their previous one stops working. The key is returned only now. */
async function newCalendarFeed({ transaction }: Database, userId: number, now: number) {
  const key = newCalendarKey()
  const feed = { key_hash: calendarKeyHash(key), created_at: new Date(now).toISOString() }
  await transaction((trx) =>
    trx
      .insertInto('calendar_feed')
      .values({ user_id: userId, ...feed })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(feed))
      .execute(),
  )
  return { key, created_at: feed.created_at }
}

/** Throws `not-found` for an unknown key, and if its owner is no longer a student. */
async function readCalendar({ kysely }: Database, key: string, now: number): Promise<CalendarEntry[]> {
  const owner = await findCalendarOwner(kysely, calendarKeyHash(key))
  if (!owner || !isStudent({ roles: rolesOf(owner) })) throw new Problem('not-found')
  const entries = await listCalendarEntries(kysely, { userId: owner.id })
  return entries.filter(({ moment }) => belongsInCalendar(moment, now))
}

/** 256 random bits, base64url. Only its hash is stored. */
const newCalendarKey = (): string => randomBytes(32).toString('base64url')

/** Hash of a key, as stored. A key has too many bits to be guessed from it, so no slow hash is needed. */
const calendarKeyHash = (key: string): string => hash('sha256', key, 'base64url')
