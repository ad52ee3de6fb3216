import {
  type EnrollmentRow,
  listEnrollmentsOf,
  listReaders,
  listStudentRevisions,
  MARK,
} from '#api-server/enrollments/student-lists/student-list.queries.ts'
import type { Database } from '#database/engine/open-database.ts'
import { createSameTurnLoader } from '#database/queries/batched-reads.ts'
import type { EnrollingParty } from '#domain/enrollments/enrollment.rules.ts'
import { isStudent, rolesOf } from '#domain/users/roles.ts'
import { entityTag } from '#server/entity-tag.ts'
import type { Keys } from '#server/keys.ts'
import { Problem, unavailable } from '#server/problem.ts'
import { openSchoolCache, type SchoolNow } from './school-cache.ts'

/** `revisionOf` and `read` throw `not-found` for users that don't exist or are no students: only students have lists. */
export interface StudentSnapshots {
  /** invalidates all earlier tags; does nothing while the database is away, since the first reader will do it */
  start(): Promise<void>
  /**
   * Finds the student of a valid session, with the revision of their lists. `toRead` also loads their enrollments in parallel,
   * if they are not cached.
   */
  findReader(session: { id: number; userId: number; toRead: boolean }): Promise<StudentReader | undefined>
  revisionOf(userId: number, reader?: StudentReader): Promise<StudentRevision>
  /** continues from a revision just read, or reads a newer one if the student's choices changed since */
  read(revision: StudentRevision, reader?: StudentReader): Promise<StudentSnapshot>
}

export type StudentReader = Awaited<ReturnType<typeof listReaders>>[number] & {
  /** enrollments if they are loaded in parallel; the rejection of this promise may go unhandled */
  choices?: Promise<readonly EnrollmentRow[] | undefined> | undefined
}

/** Values that distinguish one state of a student's lists from all others, read at one moment. */
interface StudentRevision {
  student: Awaited<ReturnType<typeof listStudentRevisions>>[number]
  schoolNow: SchoolNow
  now: number
  /** derives the student's codes for the door */
  doorCodes: Keys['doorCodes']
}

/** Everything the lists are made of: a revision and the enrollments with its ids. */
export interface StudentSnapshot extends StudentRevision {
  enrollments: readonly EnrollmentRow[]
}

/** Attempts before the caller is asked to retry, because changes overtook each. */
const ATTEMPTS = 5

interface SnapshotDeps {
  database: Database
  keys: Pick<Keys, 'doorCodes'>
  schoolAddress?: string | undefined
  clock: () => number
}

export function openStudentSnapshots({ database, keys, schoolAddress, clock }: SnapshotDeps): StudentSnapshots {
  const schoolCache = openSchoolCache(database, schoolAddress)

  const loadRevision = createSameTurnLoader(async (userIds: number[]) => {
    const rows = await listStudentRevisions(database.kysely, userIds)
    return new Map(rows.map((row) => [row.id, row]))
  })
  const loadReader = createSameTurnLoader(async (sessionIds: number[]) => {
    const rows = await listReaders(database.kysely, sessionIds)
    return new Map(rows.map((row) => [row.session_id, row]))
  })
  const cachedChoices = new KnownChoices()
  const loadEnrollments = createSameTurnLoader(async (userIds: number[]) => {
    const choices = Map.groupBy(await listEnrollmentsOf(database.kysely, userIds), ({ user_id }) => user_id)
    for (const [userId, rows] of choices) cachedChoices.keep(userId, rows)
    return choices
  })

  const findReader: StudentSnapshots['findReader'] = async ({ id, userId, toRead }) => {
    const choices = toRead && !cachedChoices.of(userId) ? loadEnrollments(userId) : undefined
    choices?.catch(() => undefined)
    const reader = await loadReader(id)
    return reader && choices ? { ...reader, choices } : reader
  }

  const revisionOf: StudentSnapshots['revisionOf'] = async (userId, reader) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const student = (attempt === 1 && reader) || (await loadRevision(userId))
      if (!student || !isStudent({ roles: rolesOf(student) })) throw new Problem('not-found')
      const now = clock()
      const schoolNow = schoolCache.schoolOf(student.school_revision, now) ?? (await schoolCache.renew(now))
      if (schoolNow.school.revision === student.school_revision)
        return { student, schoolNow, now, doorCodes: keys.doorCodes }
    }
    throw unavailable('school-changing')
  }

  const read: StudentSnapshots['read'] = async (first, reader) => {
    const cached = cachedChoices.of(first.student.id)
    if (cached && areThose(first.student.enrollment_ids, cached)) return { ...first, enrollments: cached }
    let last = first
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const loading = (attempt === 1 && reader?.choices) || loadEnrollments(last.student.id)
      const enrollments = (await loading) ?? []
      if (areThose(last.student.enrollment_ids, enrollments)) return { ...last, enrollments }
      last = await revisionOf(last.student.id)
    }
    throw unavailable('school-changing')
  }

  return { start: () => schoolCache.start().catch(() => {}), findReader, revisionOf, read }
}

/** Students whose enrollments are cached, some kB each: an app asks for its second list right after the first. */
const MOST_STUDENTS_CACHED = 2_000

/** Enrollments of the students who read last. `areThose` compares them with a revision to detect changes. */
class KnownChoices {
  readonly #choices = new Map<number, readonly EnrollmentRow[]>()

  of(userId: number): readonly EnrollmentRow[] | undefined {
    return this.#choices.get(userId)
  }

  keep(userId: number, choices: readonly EnrollmentRow[]): void {
    const [oldest] = this.#choices.keys()
    if (this.#choices.size >= MOST_STUDENTS_CACHED && oldest !== undefined) this.#choices.delete(oldest)
    this.#choices.set(userId, choices)
  }
}

/** Compares by id and `has_record`: nothing else of an enrollment ever changes, and ids are never reused. */
function areThose(ids: string | null, enrollments: readonly Pick<EnrollmentRow, 'id' | 'has_record'>[]): boolean {
  if (ids === null) return enrollments.length === 0
  const markedIds = ids.split(';')
  return (
    markedIds.length === enrollments.length &&
    enrollments.every(({ id, has_record }) => markedIds.includes(`${id}${has_record ? MARK : ''}`))
  )
}

/**
 * Tag of a student's list, computed without making it from all that it depends on: the school, the last instant
 * at which time changed an answer of the rules, the student, and the reader's party and query.
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
      student.chairs,
      student.code_generations,
      by,
      question,
    ].join(),
  )
