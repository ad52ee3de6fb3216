import { deleteDB, openDB } from 'idb'
import type { KeptDevice } from '#sw/messages.ts'

/** Keeps the one subscription of this browser; rejects where the browser keeps nothing, as in a private window. */
export interface DeviceStore {
  read(): Promise<KeptDevice | null>
  keep(device: KeptDevice): Promise<void>
  forget(): Promise<void>
}

/** A database of its own: what becomes of the lists, which can be fetched anew, does not touch it. */
const DATABASE = 'push'
const PLACE = 'device'
const KEY = 'now'

const open = () =>
  openDB<{ device: { key: string; value: KeptDevice } }>(DATABASE, 1, {
    upgrade: (database) => {
      database.createObjectStore(PLACE)
    },
  })

async function withDatabase<T>(work: (database: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const database = await open()
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

export const deviceStore: DeviceStore = {
  read: () => withDatabase(async (database) => (await database.get(PLACE, KEY)) ?? null),
  keep: (device) =>
    withDatabase(async (database) => {
      await database.put(PLACE, device, KEY)
    }),
  forget: () => deleteDB(DATABASE),
}
