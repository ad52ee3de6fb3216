import { deleteDB, type IDBPDatabase, openDB } from 'idb'
import { DATABASE, DATABASE_VERSION, type ListDatabase } from '#sw/store.schema.ts'

let opened: Promise<IDBPDatabase<ListDatabase>> | undefined

/** One connection for as long as the worker lives, made anew when the browser closed it or it could not be made. */
export function listDatabase(): Promise<IDBPDatabase<ListDatabase>> {
  opened ??= openDB<ListDatabase>(DATABASE, DATABASE_VERSION, {
    upgrade(database, oldVersion) {
      if (oldVersion < 1) {
        database.createObjectStore('lists', { keyPath: ['reader', 'url'] }).createIndex('keptAt', 'keptAt')
        database.createObjectStore('holding')
      }
    },
    // A newer version of this worker waits for it.
    blocking: () => void closeListDatabase(),
    terminated: () => {
      opened = undefined
    },
  }).catch((error) => {
    opened = undefined
    throw error
  })
  return opened
}

async function closeListDatabase(): Promise<void> {
  const closing = opened
  opened = undefined
  const database = await closing
  database?.close()
}

/** All of it, whatever state it is in. */
export async function deleteListDatabase(): Promise<void> {
  await closeListDatabase().catch(() => undefined)
  await deleteDB(DATABASE)
}
