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
