import type { Database } from '#database/engine/open-database.ts'

/** A promise of enrolling that was not kept. */
export class BrokenPromise extends Error {
  override name = 'BrokenPromise'
}

/** Checks that no student is above the limit of a moment or has a module twice: all moments of a race are current. */
export async function expectLimitsKept({ kysely }: Database): Promise<void> {
  const rows = await kysely
    .selectFrom('enrollment')
    .innerJoin('testmoment', 'testmoment.id', 'enrollment.testmoment_id')
    .select(['user_id', 'testmoment_id', 'module_id', 'max_enrollments'])
    .execute()
  for (const [place, taken] of Map.groupBy(rows, (row) => `student ${row.user_id}, moment ${row.testmoment_id}`)) {
    const limit = taken[0]?.max_enrollments || Number.POSITIVE_INFINITY
    if (taken.length > limit) throw new BrokenPromise(`${place}: ${taken.length} enrollments, ${limit} allowed`)
  }
  for (const [place, taken] of Map.groupBy(rows, (row) => `student ${row.user_id}, module ${row.module_id}`))
    if (taken.length > 1) throw new BrokenPromise(`${place}: at ${taken.length} current moments`)
}

/** Checks that enrollments did not change between an acknowledged closing and the next opening. */
export function expectUnchanged(whenClosed: readonly number[] | undefined, now: readonly number[]): void {
  if (whenClosed && whenClosed.join() !== now.join())
    throw new BrokenPromise(`closed with [${whenClosed}], and later there were [${now}]`)
}

/** Checks that exactly the acknowledged enrollments are stored. */
export async function expectStored({ kysely }: Database, acknowledged: Iterable<number>): Promise<void> {
  const stored = await kysely.selectFrom('enrollment').select('id').orderBy('id').execute()
  const answered = [...acknowledged].toSorted((one, other) => one - other)
  if (stored.map(({ id }) => id).join() !== answered.join())
    throw new BrokenPromise(`acknowledged [${answered}], stored [${stored.map(({ id }) => id)}]`)
}
