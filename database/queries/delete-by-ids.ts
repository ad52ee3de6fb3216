import type { Transaction } from '#database/tables.ts'
import { inChunks } from './batched-reads.ts'

type Deletable = 'education_department' | 'enrollment' | 'module' | 'user' | 'waiting_entry'

export async function deleteByIds(
  trx: Transaction,
  table: Deletable,
  ids: readonly number[],
  size?: number,
): Promise<void> {
  for (const some of inChunks(ids, size)) await trx.deleteFrom(table).where('id', 'in', some).execute()
}
