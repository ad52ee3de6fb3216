import type { Kysely } from '#database/tables.ts'
import { earliestCurrentDay, isCurrent } from '#domain/testmoments/testmoment.rules.ts'
import { testmomentFieldNames } from '#domain/testmoments/testmoment.schema.ts'
import { Problem } from '#server/problem.ts'

export const testmomentColumns = ['id', 'schoolyear_id', ...testmomentFieldNames, 'version'] as const

export const findTestmoment = (kysely: Kysely, id: number) =>
  kysely.selectFrom('testmoment').select(testmomentColumns).where('id', '=', id).executeTakeFirst()

export type TestmomentRow = NonNullable<Awaited<ReturnType<typeof findTestmoment>>>

export interface TestmomentPlace {
  id: number
  /** school year that the moment must belong to */
  schoolyearId?: number
}

/** Loads a moment. Throws `not-found` if it does not exist or belongs to another school year. */
export async function requireTestmoment(kysely: Kysely, { id, schoolyearId }: TestmomentPlace): Promise<TestmomentRow> {
  const moment = await findTestmoment(kysely, id)
  if (!moment || moment.schoolyear_id !== (schoolyearId ?? moment.schoolyear_id)) throw new Problem('not-found')
  return moment
}

/** A moment that lists none has no row and offers all. */
export const listTestmomentModules = (kysely: Kysely, testmomentIds: readonly number[]) =>
  testmomentIds.length === 0
    ? Promise.resolve([])
    : kysely
        .selectFrom('testmoment_module')
        .innerJoin('module', 'module.id', 'testmoment_module.module_id')
        .select(['testmoment_id', 'module.id', 'module.name', 'module.description', 'testmoment_module.auto_enroll'])
        .where('testmoment_id', 'in', testmomentIds)
        .orderBy('module.name')
        .execute()

/** Lists moments of the active school year, earliest first: all, or those that begin on `from` or later. */
export function listMomentsOfActiveYear(kysely: Kysely, { from }: { from?: string } = {}) {
  const all = kysely
    .selectFrom('testmoment')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .select(testmomentColumns.map((name) => `testmoment.${name}` as const))
    .select('schoolyear.active as schoolyear_active')
    .where('schoolyear.active', '=', true)
    .orderBy('testmoment.date')
    .orderBy('testmoment.id')
  return (from === undefined ? all : all.where('testmoment.date', '>=', from)).execute()
}

/** Ids of the moments of the active school year that are current at `now`. */
export async function listCurrentTestmoments(kysely: Kysely, now: number): Promise<number[]> {
  const moments = await listMomentsOfActiveYear(kysely, { from: earliestCurrentDay(now) })
  return moments.filter((moment) => isCurrent(moment, now)).map(({ id }) => id)
}
