import { findStandings } from '#api-server/queries/find-standings.ts'
import { type EnrollmentRow, listEnrollmentsOf } from '#api-server/queries/list-enrollments-of.ts'
import type { Database } from '#database/engine/open-database.ts'
import { rolesOf } from '#database/user-roles.ts'
import { isStudent } from '#domain/users/user.rules.ts'
import { Problem, unavailable } from '#server/problem.ts'
import { createSameTurnLoader } from '#server/same-turn.ts'
import { openLibrary } from './library.ts'
import type { Glance, Reading } from './reading.ts'

/** Both throw `not-found` when the user is nobody or no student: only students have modules and test moments. */
export interface ReadingRoom {
  /** From here on no tag is known that was given before. Does nothing while the database is away: the first reader will. */
  start(): Promise<void>
  glance(userId: number, begun?: Begun): Promise<Glance>
  /** Goes on from a glance that was just cast, and casts another one when the student chose something since. */
  read(glance: Glance, begun?: Begun): Promise<Reading>
  /** Asks for what a glance takes, and with `toRead` for what reading takes too, to be handed to these. */
  begin(userId: number, options: { toRead: boolean }): Begun
}

/** What was asked for, by promises that may fail unheard. */
export interface Begun {
  standing: Promise<Glance['student'] | undefined>
  enrollments?: Promise<readonly EnrollmentRow[] | undefined>
}

/** Who is overtaken by changes so many times in a row is asked to come back. */
const ATTEMPTS = 5

export function openReadingRoom({ database, clock }: { database: Database; clock: () => number }): ReadingRoom {
  const library = openLibrary(database)

  const findStanding = createSameTurnLoader(async (userIds: number[]) => {
    const rows = await findStandings(database.kysely, userIds)
    return new Map(rows.map((row) => [row.id, row]))
  })
  const findEnrollments = createSameTurnLoader(async (userIds: number[]) =>
    Map.groupBy(await listEnrollmentsOf(database.kysely, userIds), ({ user_id }) => user_id),
  )

  const begin: ReadingRoom['begin'] = (userId, { toRead }) => {
    const begun = { standing: findStanding(userId), ...(toRead && { enrollments: findEnrollments(userId) }) }
    for (const asked of Object.values(begun)) asked.catch(() => undefined)
    return begun
  }

  const glance: ReadingRoom['glance'] = async (userId, begun) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const student = await ((attempt === 1 && begun?.standing) || findStanding(userId))
      if (!student || !isStudent({ roles: rolesOf(student) })) throw new Problem('not-found')
      const now = clock()
      const schoolNow = library.schoolAt(student.school_revision, now) ?? (await library.renew(now))
      if (schoolNow.school.revision === student.school_revision) return { student, schoolNow, now }
    }
    throw unavailable('school-changing')
  }

  const read: ReadingRoom['read'] = async (first, begun) => {
    let last = first
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const asked = (attempt === 1 && begun?.enrollments) || findEnrollments(last.student.id)
      const enrollments = (await asked) ?? []
      if (areThose(last.student.enrollment_ids, enrollments)) return { ...last, enrollments }
      last = await glance(last.student.id)
    }
    throw unavailable('school-changing')
  }

  return { start: () => library.start().catch(() => {}), glance, read, begin }
}

/** An enrollment never changes and its id is never used again, so the same ids are the same enrollments. */
function areThose(ids: string | null, enrollments: readonly { id: number }[]): boolean {
  if (ids === null) return enrollments.length === 0
  const named = ids.split(';')
  return named.length === enrollments.length && enrollments.every(({ id }) => named.includes(String(id)))
}
