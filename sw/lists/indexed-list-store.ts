import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb'
import type { Holding, ListDatabase } from '#sw/store.schema.ts'
import { expiredBefore } from './expiry.ts'
import type { ListStore } from './list-store.ts'

/** A student has some four; more than this is no use of ours. */
const MOST_LISTS = 40

const NOBODYS: Holding = { owner: null, epoch: 0, outdatedAt: 0 }

const tooOld = () => IDBKeyRange.upperBound(expiredBefore(Date.now()), true)

type Both = StoreNames<ListDatabase>[]

/**
 * The lists in IndexedDB. Who they belong to is read in the same transaction as they are, so that nothing slips in
 * between: not even from another version of this worker, which still waits for an answer.
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
      const { owner, epoch } = await holdingIn(transaction)
      if (owner === list.reader && epoch === ticket) {
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
        // Who logs in may have asked before this was heard: their answers may be kept. Those of who left may not.
        const epoch = owner === null ? holding.epoch + 1 : holding.epoch
        await transaction.objectStore('holding').put({ owner, epoch, outdatedAt: 0 }, 'now')
      } else {
        // At each start, so that nothing stays which nobody asks for.
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
