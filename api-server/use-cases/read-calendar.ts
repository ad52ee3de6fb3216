import { calendarKeyHash } from '#api-server/auth/calendar-key.ts'
import { findCalendarOwner } from '#api-server/queries/find-calendar-feed.ts'
import { listCalendarEntries } from '#api-server/queries/list-calendar-entries.ts'
import type { Database } from '#database/engine/open-database.ts'
import { rolesOf } from '#database/user-roles.ts'
import { belongsInCalendar, type CalendarEntry } from '#domain/calendar/calendar-file.ts'
import { isStudent } from '#domain/users/user.rules.ts'
import { Problem } from '#server/problem.ts'

/** What the owner of this key is enrolled in. Throws `not-found` for a key that is nobody's, or no longer a student's. */
export async function readCalendar({ kysely }: Database, key: string, now: number): Promise<CalendarEntry[]> {
  const owner = await findCalendarOwner(kysely, calendarKeyHash(key))
  if (!owner || !isStudent({ roles: rolesOf(owner) })) throw new Problem('not-found')
  const entries = await listCalendarEntries(kysely, { userId: owner.id })
  return entries.filter(({ moment }) => belongsInCalendar(moment, now))
}
