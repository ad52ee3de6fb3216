import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'

/** A test moment with all that decides, beside a student's own choices, what may be chosen there. */
export interface AnnouncedMoment extends MomentFacts {
  schoolyear_id: number
  modules_of_department: ReadonlyMap<number, readonly { id: number; active: boolean }[]>
}

/** As it is now; undefined once it was deleted. */
export async function findAnnouncedMoment(kysely: Kysely<Tables>, id: number): Promise<AnnouncedMoment | undefined> {
  const moment = await kysely
    .selectFrom('testmoment')
    .innerJoin('schoolyear', 'schoolyear.id', 'testmoment.schoolyear_id')
    .select(['testmoment.id', 'testmoment.schoolyear_id', 'schoolyear.active as schoolyear_active'])
    .select(['testmoment.date', 'testmoment.duration', 'testmoment.max_enrollments'])
    .select(['testmoment.enrollments_enabled', 'testmoment.enrollments_close_at'])
    .where('testmoment.id', '=', id)
    .executeTakeFirst()
  if (!moment) return undefined
  const listed = await kysely
    .selectFrom('testmoment_module')
    .select('module_id')
    .where('testmoment_id', '=', id)
    .execute()
  const held = await kysely
    .selectFrom('education_department_module as held')
    .innerJoin('module', 'module.id', 'held.module_id')
    .select(['held.education_department_id', 'module.id', 'module.active'])
    .execute()
  return {
    ...moment,
    module_ids: listed.map(({ module_id }) => module_id),
    modules_of_department: Map.groupBy(held, ({ education_department_id }) => education_department_id),
  }
}
