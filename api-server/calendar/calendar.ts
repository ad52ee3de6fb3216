import { hash, randomBytes } from 'node:crypto'
import { findCalendarOwner, listCalendarEntries } from '#api-server/calendar/calendar.queries.ts'
import type { Database } from '#database/engine/open-database.ts'
import { belongsInCalendar, type CalendarEntry } from '#domain/enrollments/calendar-file.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'
import { Problem } from '#server/problem.ts'

/** Gives this student a new calendar address; their previous one stops working. The key is returned only now. */
export async function newCalendarFeed({ transaction }: Database, userId: number, now: number) {
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

/**
 * Lists the enrollments of the owner of this key. Throws `not-found` for an unknown key, and if its owner is no longer a
 * student.
 */
export async function readCalendar({ kysely }: Database, key: string, now: number): Promise<CalendarEntry[]> {
  const owner = await findCalendarOwner(kysely, calendarKeyHash(key))
  if (!owner || !isStudent({ roles: rolesOf(owner) })) throw new Problem('not-found')
  const entries = await listCalendarEntries(kysely, { userId: owner.id })
  return entries.filter(({ moment }) => belongsInCalendar(moment, now))
}

/** 256 random bits, base64url. Only its hash is stored. */
const newCalendarKey = (): string => randomBytes(32).toString('base64url')

/** Hash of a key, as stored. A key has too many bits to be guessed from it, so no slow hash is needed. */
const calendarKeyHash = (key: string): string => hash('sha256', key, 'base64url')
