import { deleteDB, type IDBPDatabase, type IDBPTransaction, openDB, type StoreNames } from 'idb'
import { DATABASE, DATABASE_VERSION, type Holding, type ListDatabase } from '#sw/lists/list-store.ts'
import { expiredBefore, handedTo, type ListStore, mayKeep } from './list-store.ts'

/** Most lists to keep; a student has about five. */
const MOST_LISTS = 40

const NOBODYS: Holding = { owner: null, epoch: 0, outdatedAt: 0 }

const tooOld = () => IDBKeyRange.upperBound(expiredBefore(Date.now()), true)

type Both = StoreNames<ListDatabase>[]

/**
 * Lists in IndexedDB. Each transaction also reads whose lists they are, so that nothing can change in between, not even by
 * another version of this worker that still waits for an answer.
 */
export function indexedListStore(open: () => Promise<IDBPDatabase<ListDatabase>>): ListStore {
  const holdingIn = async (transaction: IDBPTransaction<ListDatabase, Both, IDBTransactionMode>): Promise<Holding> =>
    (await transaction.objectStore('holding').get('now')) ?? NOBODYS

  const write = async (): Promise<IDBPTransaction<ListDatabase, Both, 'readwrite'>> =>
    (await open()).transaction(['lists', 'holding'], 'readwrite')

  return {
    async find(reader, url) {
      const transaction = (await open()).transaction(['lists', 'holding'])
      const [holding, list] = await Promise.all([
        holdingIn(transaction),
        transaction.objectStore('lists').get([reader, url]),
      ])
      const own = holding.owner === reader && list ? list : null
      return { list: own, isOutdated: own !== null && own.keptAt <= holding.outdatedAt, ticket: holding.epoch }
    },

    async keep(list, ticket) {
      const transaction = await write()
      if (mayKeep(await holdingIn(transaction), list.reader, ticket)) {
        const lists = transaction.objectStore('lists')
        await lists.put(list)
        if ((await lists.count()) > MOST_LISTS) await (await lists.index('keptAt').openCursor())?.delete()
      }
      await transaction.done
    },

    async drop(reader, url, ticket) {
      const transaction = await write()
      const { epoch } = await holdingIn(transaction)
      if (epoch === ticket) await transaction.objectStore('lists').delete([reader, url])
      await transaction.done
    },

    async giveTo(owner) {
      const transaction = await write()
      const holding = await holdingIn(transaction)
      const isAnother = owner !== holding.owner
      if (owner === null || isAnother) {
        await transaction.objectStore('lists').clear()
        await transaction.objectStore('holding').put(handedTo(owner, holding), 'now')
      } else {
        // At each start, so that lists that nobody requests are deleted.
        const expired = await transaction.objectStore('lists').index('keptAt').getAllKeys(tooOld())
        await Promise.all(expired.map((key) => transaction.objectStore('lists').delete(key)))
      }
      await transaction.done
      return isAnother
    },

    async amend(reader, url, body) {
      const transaction = await write()
      const { owner } = await holdingIn(transaction)
      const lists = transaction.objectStore('lists')
      const list = await lists.get([reader, url])
      if (owner === reader && list) await lists.put({ ...list, body, etag: null })
      await transaction.done
    },

    async outdate() {
      const transaction = await write()
      const holding = await holdingIn(transaction)
      await transaction.objectStore('holding').put({ ...holding, outdatedAt: Date.now() }, 'now')
      await transaction.done
    },
  }
}

let opened: Promise<IDBPDatabase<ListDatabase>> | undefined

/** One connection while the worker lives; opened again if the browser closed it or opening failed. */
export function listDatabase(): Promise<IDBPDatabase<ListDatabase>> {
  opened ??= openDB<ListDatabase>(DATABASE, DATABASE_VERSION, {
    upgrade(database, oldVersion) {
      if (oldVersion < 1) {
        database.createObjectStore('lists', { keyPath: ['reader', 'url'] }).createIndex('keptAt', 'keptAt')
        database.createObjectStore('holding')
      }
    },
    // A newer version of this worker waits for this.
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

/** Deletes the whole database, whatever state it is in. */
export async function deleteListDatabase(): Promise<void> {
  await closeListDatabase().catch(() => undefined)
  await deleteDB(DATABASE)
}
