import { z } from 'zod'
import { countEnrollments } from '#api-server/facts/enrollment.queries.ts'
import { pageOf, readCursor, writeCursor } from '#api-server/platform/paging.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { EnrolledCounts, EnrolledStudent } from '#domain/enrollments/enrolled-student.schema.ts'
import type { StudentFilter } from '#domain/enrollments/group-act.schema.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { searchWords } from '#domain/users/search.rules.ts'
import {
  countAbsent,
  countByModule,
  countFound,
  listFound,
  listFoundIds,
  listTestsOf,
  type StudentSort,
} from './enrolled-student.queries.ts'

/** Keys contain no control characters, and PostgreSQL rejects one of these (NUL). */
const textSchema = z.string().regex(/^\P{Cc}*$/u)
const placeSchema = z.tuple([textSchema, textSchema, idSchema])
const instantPlaceSchema = z.tuple([z.iso.datetime(), textSchema, idSchema])

export interface StudentsPage {
  testmomentId: number
  filter: StudentFilter
  size: number
  sort?: StudentSort | `-${StudentSort}` | undefined
  cursor: string | undefined
}

const questionOf = (testmomentId: number, { search = '', module_id }: StudentFilter) => ({
  testmomentId,
  moduleId: module_id,
  words: searchWords(search),
})

/** Loads a page of a moment's students, by name by default, with the cursor of the next. Throws `request-malformed`. */
export async function pageEnrolledStudents(
  { kysely }: Database,
  { testmomentId, filter, size, cursor, sort = 'name' }: StudentsPage,
): Promise<{ students: EnrolledStudent[]; counts: EnrolledCounts; next: string | undefined }> {
  const [by, direction] = sort.startsWith('-') ? ([sort.slice(1), 'desc'] as const) : ([sort, 'asc'] as const)
  const key = by as StudentSort // a sort without its sign is a key
  const after = readCursor(cursor, key === 'enrolled' ? instantPlaceSchema : placeSchema)
  const question = questionOf(testmomentId, filter)
  const rows = await listFound(kysely, { ...question, sort: key, direction, after, limit: size + 1 })
  const { shown, last } = pageOf(rows, size)
  const ids = shown.map(({ id }) => id)
  const tests = await listTestsOf(kysely, testmomentId, ids)
  const [all = { students: 0, tests: 0 }] = await countEnrollments(kysely, [testmomentId])
  return {
    students: shown.map(({ key: _, last_name_key: __, ...student }) => ({
      ...student,
      enrollments: (tests.get(student.id) ?? []).map(({ user_id, ...test }) => test),
    })),
    counts: {
      students: all.students,
      tests: all.tests,
      found: await countFound(kysely, question),
      ...(await countAbsent(kysely, testmomentId)),
      modules: await countByModule(kysely, testmomentId),
    },
    next: last && writeCursor([last.key, last.last_name_key, last.id]),
  }
}

export const findFilteredIds = ({ kysely }: Database, testmomentId: number, filter: StudentFilter): Promise<number[]> =>
  listFoundIds(kysely, questionOf(testmomentId, filter))
