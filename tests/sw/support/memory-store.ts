import { type Holding, handedTo, type KeptList, type ListStore, mayKeep } from '#sw/lists/list-store.ts'

/** A fake of the store in IndexedDB, which Node has none of; that one is tested in browsers (tests/e2e/offline*). */
export function memoryStore(owner: number | null, now = Date.now) {
  let holding: Holding = { owner, epoch: 1, outdatedAt: 0 }
  const lists = new Map<string, KeptList>()
  const keyOf = (reader: number, url: string) => `${reader} ${url}`

  const store: ListStore = {
    async find(reader, url) {
      const list = (holding.owner === reader && lists.get(keyOf(reader, url))) || null
      return { list, isOutdated: list !== null && list.keptAt <= holding.outdatedAt, ticket: holding.epoch }
    },
    async keep(list, ticket) {
      if (mayKeep(holding, list.reader, ticket)) lists.set(keyOf(list.reader, list.url), list)
    },
    async drop(reader, url, ticket) {
      if (holding.epoch === ticket) lists.delete(keyOf(reader, url))
    },
    async giveTo(next) {
      if (next !== null && next === holding.owner) return false
      const isAnother = next !== holding.owner
      lists.clear()
      holding = handedTo(next, holding)
      return isAnother
    },
    async amend(reader, url, body) {
      const list = lists.get(keyOf(reader, url))
      if (holding.owner === reader && list) lists.set(keyOf(reader, url), { ...list, body, etag: null })
    },
    async outdate() {
      holding = { ...holding, outdatedAt: now() }
    },
  }
  return { store, kept: () => [...lists.values()] }
}
