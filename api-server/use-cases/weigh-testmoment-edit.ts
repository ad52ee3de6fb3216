import type { Kysely } from 'kysely'
import { countEnrollments } from '#api-server/queries/count-enrollments.ts'
import { countStudentsAboveLimit } from '#api-server/queries/count-students-above-limit.ts'
import type { TestmomentRow } from '#api-server/queries/find-testmoment.ts'
import { listEnrollmentsElsewhere } from '#api-server/queries/list-enrollments-elsewhere.ts'
import type { Tables } from '#database/tables.ts'
import { earliestCurrentDay } from '#domain/testmoments/testmoment.rules.ts'
import type { TestmomentEditPreview, TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import { countStudentsDoubled } from '#domain/testmoments/testmoment-edit.rules.ts'

/** What an edit means to students: the same numbers when it is asked beforehand and when it is made. */
export async function weighTestmomentEdit(
  kysely: Kysely<Tables>,
  { before, after }: { before: TestmomentRow; after: TestmomentFields },
  now: number,
): Promise<TestmomentEditPreview> {
  const testmomentId = before.id
  const [enrolled] = await countEnrollments(kysely, [testmomentId])
  const elsewhere = await listEnrollmentsElsewhere(kysely, { testmomentId, from: earliestCurrentDay(now) })
  const limit = after.max_enrollments
  return {
    students_enrolled: enrolled?.students ?? 0,
    students_above_limit: limit === 0 ? 0 : await countStudentsAboveLimit(kysely, { testmomentId, limit }),
    students_doubled: countStudentsDoubled({ before, after, now }, elsewhere),
  }
}
