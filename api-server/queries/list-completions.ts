import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'

export const listCompletions = (kysely: Kysely<Tables>, userIds: readonly number[]) =>
  kysely.selectFrom('completed_module').select(['user_id', 'module_id']).where('user_id', 'in', userIds).execute()
