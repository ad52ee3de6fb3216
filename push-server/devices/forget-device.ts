import type { Kysely } from 'kysely'
import type { DeviceProof } from '#contract/push.ts'
import type { Tables } from '#database/tables.ts'
import { digestOf } from './digest.ts'

/** Ends a subscription for who knows its secret, and does nothing for anyone else. */
export const forgetDevice = (kysely: Kysely<Tables>, { endpoint, secret }: DeviceProof) =>
  kysely
    .deleteFrom('push_subscription')
    .where('endpoint', '=', endpoint)
    .where('secret_hash', '=', digestOf(secret))
    .execute()
