import type { Transaction } from 'kysely'
import type { Tables } from '#database/tables.ts'

/**
 * Keeps what automatic enrollment goes by (the active year, what departments and moments offer automatically) as it is
 * until this transaction ends. Who changes that takes the same rows for themselves (`forNoKeyUpdate`); both do so before
 * they lock students. Without it a student who confirms while a teacher switches a module on could be missed by both:
 * neither sees yet what the other is doing.
 */
export async function shareSchool(trx: Transaction<Tables>): Promise<void> {
  await trx.selectFrom('schoolyear').select('id').orderBy('id').forShare().execute()
}
