import type { Kysely } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { deviceColumns } from './device-columns.ts'

/** The newest first. */
export const listDevices = (kysely: Kysely<Tables>, userId: number) =>
  kysely
    .selectFrom('push_subscription')
    .select(deviceColumns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
