import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { type DemoSchool, known, type SchoolMoment } from './demo-school.ts'
import type { DemoMoment } from './moments.ts'

/** Of one school year, in which no two start on the same day. */
export async function insertMoments(
  trx: Transaction<Tables>,
  schoolyear: { id: number; active: boolean; created: number },
  moments: readonly DemoMoment[],
  modules: DemoSchool['modules'],
): Promise<SchoolMoment[]> {
  const created_at = new Date(schoolyear.created).toISOString()
  const rows = await trx
    .insertInto('testmoment')
    .values(
      moments.map(({ key, modules, auto_enroll, hasBeenOpen, ...moment }) => ({
        ...moment,
        schoolyear_id: schoolyear.id,
        created_at,
      })),
    )
    .returning(['id', 'date'])
    .execute()
  const ids = new Map(rows.map((row) => [row.date, row.id]))

  const inserted = moments.map(({ modules: names, auto_enroll, ...moment }) => ({
    ...moment,
    id: known(ids, moment.date),
    schoolyear_active: schoolyear.active,
    module_ids: names.map((name) => known(modules, name).id),
    auto_enroll_module_ids: auto_enroll.map((name) => known(modules, name).id),
  }))
  await trx
    .insertInto('testmoment_module')
    .values(
      inserted.flatMap(({ id, module_ids, auto_enroll_module_ids }) =>
        module_ids.map((module_id) => ({
          testmoment_id: id,
          module_id,
          auto_enroll: auto_enroll_module_ids.includes(module_id),
        })),
      ),
    )
    .execute()
  return inserted
}
