import { compiledBySize, type Ids } from '#database/queries/compiled-by-size.ts'

/**
 * Makes every other transaction that changes these moments wait for this one, and this one for them. Shared, so that
 * transactions about different students pass side by side. After the students, in the order of ids.
 */
export const shareTestmoments = compiledBySize((trx, testmomentIds: Ids) =>
  trx.selectFrom('testmoment').select('id').where('id', 'in', testmomentIds).orderBy('id').forShare(),
)
