import type { Database } from '#database/engine/open-database.ts'
import { makeReceiver } from './receiver.ts'

export interface Device {
  id: number
  endpoint: string
  /** text of a push with this body, as this browser decrypts it */
  read(body: Buffer): string
}

let count = 0

/** Gives this user one more device, at a push service that may be the test's own. */
export async function subscribe(
  { kysely }: Database,
  userId: number,
  { origin = 'https://fcm.googleapis.com', vapid_key = null as string | null } = {},
): Promise<Device> {
  const { keys, read } = makeReceiver()
  const endpoint = `${origin}/push/${++count}`
  const { id } = await kysely
    .insertInto('push_subscription')
    .values({
      ...keys,
      user_id: userId,
      endpoint,
      secret_hash: 'hash',
      device_name: 'Chrome op Android',
      created_at: '2026-03-01T00:00:00.000Z',
      vapid_key,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, endpoint, read }
}
