import { expect } from '@playwright/test'
import { underLoad } from '#tests/support/under-load.ts'

/** A page of whichever browser. */
interface Page {
  evaluate<Value>(read: () => Promise<Value>): Promise<Value>
}

/** Lists that the worker keeps on this device: the path of each, and its reader. */
export const keptLists = (page: Page): Promise<{ reader: number; url: string; body: string }[]> =>
  page.evaluate(async () => {
    // Opening what is not there would make it, without what the worker puts in.
    const found = await indexedDB.databases()
    if (!found.some(({ name }) => name === 'lists')) return []
    const database = await answer(indexedDB.open('lists'))
    try {
      if (!database.objectStoreNames.contains('lists')) return []
      return await answer(database.transaction('lists').objectStore('lists').getAll())
    } finally {
      database.close()
    }

    function answer<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    }
  })

/** Waits until the worker is there and has what a student's screens show. */
export async function untilListsAreKept(page: Page, studentId: number, more: readonly string[] = []): Promise<void> {
  const paths = ['module-statuses', 'testmoments', ...more].map((list) => `/api/v1/user/${studentId}/${list}`)
  await expect
    .poll(async () => (await keptLists(page)).map(({ url }) => url), { timeout: underLoad(15_000) })
    .toEqual(expect.arrayContaining(paths))
}

/** Runs in the page: adds a row to each store of the device's presence lists, as src/presence/presence-store.ts makes them. */
export const keepPresence = () =>
  new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('presence', 1)
    const place = { owner: 'link-7', testmoment_id: 12 }
    opening.onupgradeneeded = () => {
      const { result } = opening
      result.createObjectStore('lists', { keyPath: ['owner', 'testmoment_id'] }).add({ ...place, owner: 'user-0' })
      for (const name of ['ticks', 'notes'])
        result.createObjectStore(name, { keyPath: 'key' }).add({ ...place, key: crypto.randomUUID() })
      result.createObjectStore('devices', { keyPath: 'link_id' }).add({ link_id: 7 })
    }
    opening.onsuccess = () => resolve(opening.result.close())
    opening.onerror = () => reject(opening.error)
  })

/** Runs in the page: how many rows each of those stores has. */
export const countPresence = () =>
  new Promise<Record<string, number>>((resolve, reject) => {
    const opening = indexedDB.open('presence')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const { result } = opening
      const stores = result.transaction([...result.objectStoreNames])
      const counted = [...result.objectStoreNames].map((name) => {
        const counting = stores.objectStore(name).count()
        return () => [name, counting.result] as const
      })
      stores.oncomplete = () => {
        result.close()
        resolve(Object.fromEntries(counted.map((read) => read())))
      }
    }
  })
