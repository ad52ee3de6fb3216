import type { Kysely } from 'kysely'
import { countEnrollments } from '#api-server/queries/count-enrollments.ts'
import type { TestmomentRow } from '#api-server/queries/find-testmoment.ts'
import { listTestmomentModules } from '#api-server/queries/list-testmoment-modules.ts'
import { managedTestmomentReply } from '#api-server/replies/managed-testmoment-reply.ts'
import type { Tables } from '#database/tables.ts'
import type { ManagedTestmoment } from '#domain/testmoments/testmoment.schema.ts'

const NOBODY = { students: 0, tests: 0 }

/** Moments as administrators see them, with two questions however many there are. */
export async function describeTestmoments(
  kysely: Kysely<Tables>,
  moments: readonly TestmomentRow[],
): Promise<ManagedTestmoment[]> {
  const ids = moments.map(({ id }) => id)
  const listed = Map.groupBy(await listTestmomentModules(kysely, ids), ({ testmoment_id }) => testmoment_id)
  const counts = new Map((await countEnrollments(kysely, ids)).map((row) => [row.testmoment_id, row]))
  return moments.map((moment) =>
    managedTestmomentReply(moment, {
      modules: listed.get(moment.id) ?? [],
      counts: counts.get(moment.id) ?? NOBODY,
    }),
  )
}

export async function describeTestmoment(kysely: Kysely<Tables>, moment: TestmomentRow): Promise<ManagedTestmoment> {
  const [described] = await describeTestmoments(kysely, [moment])
  if (!described) throw new Error('a moment was not described')
  return described
}
