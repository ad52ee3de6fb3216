import type { Kysely } from 'kysely'
import { listMomentsOfActiveYear } from '#api-server/queries/list-moments-of-active-year.ts'
import type { Tables } from '#database/tables.ts'
import { earliestCurrentDay, isCurrent } from '#domain/testmoments/testmoment.rules.ts'

/** The ids of the moments of the active school year that are current at `now` (ms since the epoch). */
export async function listCurrentTestmoments(kysely: Kysely<Tables>, now: number): Promise<number[]> {
  const moments = await listMomentsOfActiveYear(kysely, { from: earliestCurrentDay(now) })
  return moments.filter((moment) => isCurrent(moment, now)).map(({ id }) => id)
}
