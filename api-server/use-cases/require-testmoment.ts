import type { Kysely } from 'kysely'
import { findTestmoment, type TestmomentRow } from '#api-server/queries/find-testmoment.ts'
import type { Tables } from '#database/tables.ts'
import { Problem } from '#server/problem.ts'

export interface TestmomentPlace {
  id: number
  /** the school year that it was asked for in */
  schoolyearId?: number
}

/** Throws `not-found` when there is no such moment, or when it is one of another school year. */
export async function requireTestmoment(
  kysely: Kysely<Tables>,
  { id, schoolyearId }: TestmomentPlace,
): Promise<TestmomentRow> {
  const moment = await findTestmoment(kysely, id)
  if (!moment || moment.schoolyear_id !== (schoolyearId ?? moment.schoolyear_id)) throw new Problem('not-found')
  return moment
}
