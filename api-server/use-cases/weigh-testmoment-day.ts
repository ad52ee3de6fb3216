import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import type { Consequences } from '#domain/entities/consequence.schema.ts'
import { isOutsideSchoolyear } from '#domain/schoolyears/schoolyear.rules.ts'
import { requireSchoolyear } from '../schoolyears/schoolyear.queries.ts'

/** What is odd about a moment (`id`, where it is there already) that begins on this day, and may be meant so all the same. */
export async function weighTestmomentDay(
  kysely: Kysely<Tables>,
  { schoolyear_id, date, id = 0 }: { schoolyear_id: number; date: string; id?: number },
): Promise<Pick<Consequences, 'testmoments_same_day' | 'outside_schoolyear'>> {
  const { name } = await requireSchoolyear(kysely, schoolyear_id)
  const { others } = await kysely
    .selectFrom('testmoment')
    .select(({ fn }) => fn.countAll<number>().as('others'))
    .where('schoolyear_id', '=', schoolyear_id)
    .where('date', '=', date)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  return { testmoments_same_day: others, outside_schoolyear: isOutsideSchoolyear(name, date) }
}
