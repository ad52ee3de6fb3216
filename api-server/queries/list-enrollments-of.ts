import { compiledBySize, type Ids } from '#database/queries/compiled-by-size.ts'

/** All enrollments of these users, of every school year. */
export const listEnrollmentsOf = compiledBySize((kysely, userIds: Ids) =>
  kysely
    .selectFrom('enrollment')
    .select(['id', 'user_id', 'testmoment_id', 'module_id', 'created_at'])
    .where('user_id', 'in', userIds),
)

export type EnrollmentRow = Awaited<ReturnType<typeof listEnrollmentsOf>>[number]
