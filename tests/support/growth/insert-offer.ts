import type { Transaction } from '#database/tables.ts'
import { addDays, dayOf } from '#domain/calendar/amsterdam.ts'
import { MODULES, OPEN_MOMENTS, PAST_MOMENTS, YEARS } from './growing-school.ts'

/** Inserts one department that offers every module. The last year is the active one, and some of its moments are open. */
export async function insertOffer(trx: Transaction, now: number): Promise<void> {
  const created_at = new Date(now).toISOString()
  const modules = range(MODULES)
  await trx
    .insertInto('module')
    .values(modules.map((id) => ({ name: `M${id}`, description: `Module ${id}`, created_at })))
    .execute()
  await trx.insertInto('education_department').values({ name: 'Techniek', created_at }).execute()
  await trx
    .insertInto('education_department_module')
    .values(modules.map((module_id) => ({ education_department_id: 1, module_id })))
    .execute()
  await trx
    .insertInto('schoolyear')
    .values(range(YEARS).map((year) => ({ name: `Jaar ${year}`, active: year === YEARS, created_at })))
    .execute()

  const moment = { enrollments_enabled: true, max_enrollments: MODULES, created_at }
  const open = range(OPEN_MOMENTS).map((id) => ({
    ...moment,
    schoolyear_id: YEARS,
    date: addDays(dayOf(now), 10 * id),
  }))
  const past = range(PAST_MOMENTS).map((id) => ({
    ...moment,
    schoolyear_id: (id % YEARS) + 1,
    date: addDays(dayOf(now), -10 - 10 * id),
  }))
  const moments = [...open, ...past]
  await trx.insertInto('testmoment').values(moments).execute()
  await trx
    .insertInto('testmoment_module')
    .values(moments.flatMap((_, index) => modules.map((module_id) => ({ testmoment_id: index + 1, module_id }))))
    .execute()
}

const range = (length: number) => Array.from({ length }, (_, index) => index + 1)
