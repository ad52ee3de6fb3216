import {
  type EnrollmentRow,
  listEnrollmentsOf,
  listStudentRevisions,
  MARK,
} from '#api-server/enrollments/student-lists/student-list.queries.ts'
import type { Database } from '#database/engine/open-database.ts'
import { createSameTurnLoader } from '#database/queries/batched-reads.ts'
import type { EnrollingParty } from '#domain/enrollments/enrollment.rules.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'
import { entityTag } from '#server/entity-tag.ts'
import { Problem, unavailable } from '#server/problem.ts'
import { openSchoolCache, type SchoolNow } from './school-cache.ts'

/** Both throw `not-found` when the user is nobody or no student: only students have modules and test moments. */
export interface StudentSnapshots {
  /** From here on no tag is known that was given before. Does nothing while the database is away: the first reader will. */
  start(): Promise<void>
  revisionOf(userId: number, prefetched?: Prefetched): Promise<StudentRevision>
  /** Goes on from a revision that was just read, and reads another one when the student chose something since. */
  read(revision: StudentRevision, prefetched?: Prefetched): Promise<StudentSnapshot>
  /** Asks for what a revision takes, and with `toRead` for what reading takes too, to be handed to these. */
  prefetch(userId: number, options: { toRead: boolean }): Prefetched
}

/** What distinguishes one state of a student's lists from every other, as it was at one moment in the database. */
interface StudentRevision {
  student: Awaited<ReturnType<typeof listStudentRevisions>>[number]
  schoolNow: SchoolNow
  /** ms since the epoch */
  now: number
}

/** All that the lists are made of: a revision, and the enrollments whose ids are named there. */
export interface StudentSnapshot extends StudentRevision {
  enrollments: readonly EnrollmentRow[]
}

/** What was asked for, by promises that may fail unheard. */
export interface Prefetched {
  revision: Promise<StudentRevision['student'] | undefined>
  enrollments?: Promise<readonly EnrollmentRow[] | undefined>
}

/** Who is overtaken by changes so many times in a row is asked to come back. */
const ATTEMPTS = 5

export function openStudentSnapshots({
  database,
  clock,
}: {
  database: Database
  clock: () => number
}): StudentSnapshots {
  const schoolCache = openSchoolCache(database)

  const loadRevision = createSameTurnLoader(async (userIds: number[]) => {
    const rows = await listStudentRevisions(database.kysely, userIds)
    return new Map(rows.map((row) => [row.id, row]))
  })
  const loadEnrollments = createSameTurnLoader(async (userIds: number[]) =>
    Map.groupBy(await listEnrollmentsOf(database.kysely, userIds), ({ user_id }) => user_id),
  )

  const prefetch: StudentSnapshots['prefetch'] = (userId, { toRead }) => {
    const prefetched = { revision: loadRevision(userId), ...(toRead && { enrollments: loadEnrollments(userId) }) }
    for (const asked of Object.values(prefetched)) asked.catch(() => undefined)
    return prefetched
  }

  const revisionOf: StudentSnapshots['revisionOf'] = async (userId, prefetched) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const student = await ((attempt === 1 && prefetched?.revision) || loadRevision(userId))
      if (!student || !isStudent({ roles: rolesOf(student) })) throw new Problem('not-found')
      const now = clock()
      const schoolNow = schoolCache.schoolOf(student.school_revision, now) ?? (await schoolCache.renew(now))
      if (schoolNow.school.revision === student.school_revision) return { student, schoolNow, now }
    }
    throw unavailable('school-changing')
  }

  const read: StudentSnapshots['read'] = async (first, prefetched) => {
    let last = first
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const asked = (attempt === 1 && prefetched?.enrollments) || loadEnrollments(last.student.id)
      const enrollments = (await asked) ?? []
      if (areThose(last.student.enrollment_ids, enrollments)) return { ...last, enrollments }
      last = await revisionOf(last.student.id)
    }
    throw unavailable('school-changing')
  }

  return { start: () => schoolCache.start().catch(() => {}), revisionOf, read, prefetch }
}

/** Of an enrollment nothing changes but whether it has a record, and its id is never used again: the same ids are the same enrollments. */
function areThose(ids: string | null, enrollments: readonly Pick<EnrollmentRow, 'id' | 'has_record'>[]): boolean {
  if (ids === null) return enrollments.length === 0
  const named = ids.split(';')
  return (
    named.length === enrollments.length &&
    enrollments.every(({ id, has_record }) => named.includes(`${id}${has_record ? MARK : ''}`))
  )
}

/**
 * The tag of a student's list, made without making the list, of everything that it depends on: the school, the turning
 * point that was passed last, the student, and who asks for what.
 */
export const snapshotTag = ({ student, schoolNow }: StudentRevision, by: EnrollingParty, question = ''): string =>
  entityTag(
    [
      schoolNow.school.revision,
      schoolNow.since,
      student.id,
      student.information_checked,
      student.education_department_id,
      student.enrollment_ids,
      student.completed_ids,
      by,
      question,
    ].join(),
  )
