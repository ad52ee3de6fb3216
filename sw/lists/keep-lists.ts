import { registerRoute } from 'workbox-routing'
import { API_BASE } from '#contract/endpoint.ts'
import { getOwnUser } from '#contract/first-reads.gen.ts'
import { type AmendList, isMessage, KEPT_LISTS, type ListsOwner } from '#sw/messages.ts'
import { deleteListDatabase, indexedListStore, listDatabase } from './indexed-list-store.ts'
import { forgivingStore, KEPT_SHAPE, type KeptList } from './list-store.ts'
import { ListStrategy } from './list-strategy.ts'

declare const self: ServiceWorkerGlobalScope

const store = forgivingStore(indexedListStore(listDatabase), deleteListDatabase)

/** Caches the lists of the logged-in user on this device, for use without a network. */
export function keepLists(): void {
  registerRoute(({ sameOrigin, url }) => sameOrigin && isKept(url), new ListStrategy(store))
  self.addEventListener('message', (event) => {
    if (isMessage<ListsOwner>(event.data, 'lists.owner')) event.waitUntil(changeOwner(event.data, event.ports[0]))
    if (isMessage<AmendList>(event.data, 'lists.amended'))
      event.waitUntil(store.amend(event.data.reader, event.data.url, event.data.body))
  })
  // Also controls the window that installed the first worker, so that its lists are cached too.
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
}

async function changeOwner({ userId }: ListsOwner, reply: MessagePort | undefined): Promise<void> {
  reply?.postMessage(await store.giveTo(userId))
}

export async function keptList(reader: number, url: string): Promise<KeptList | null> {
  const { list } = await store.find(reader, url)
  return list?.shape === KEPT_SHAPE ? list : null
}

/** Call it when a push announces a change: until the lists are fetched again, the server is asked before they are shown. */
export const outdateLists = (): Promise<void> => store.outdate()

/** Includes the user, which costs nothing to fetch again while unchanged. */
const paths = [getOwnUser, ...KEPT_LISTS].map(({ path }) => path.replace(/:\w+/g, '\\d+'))
const pattern = new RegExp(`^${API_BASE}(${paths.join('|')})$`)

/** Whether the API's answer at this address is cached on the device. */
export const isKept = ({ pathname }: URL): boolean => pattern.test(pathname)
