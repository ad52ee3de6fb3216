import type { Kysely } from 'kysely'
import { columnsOf } from '#database/engine/columns.ts'

/** New tokens after a proof of identity. */
export async function up(kysely: Kysely<unknown>): Promise<void> {
  const { instant } = columnsOf(kysely)
  const { schema } = kysely
  // How many proofs have asked for new tokens.
  await schema
    .alterTable('session')
    .addColumn('generation', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // When the first tokens of this generation were given; null before that.
  await schema
    .alterTable('session')
    .addColumn(...instant('renewed_at'))
    .execute()
}
