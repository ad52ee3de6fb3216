import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { PresenceList, Tick, TickOutcome, WalkInNote } from '#domain/presence/presence.schema.ts'

/** Owner of a list on this device: an account, or a visitor with a link. */
export type Owner = `user-${number}` | `link-${number}`

export interface Place {
  owner: Owner
  testmoment_id: number
}

/** Changes on this device that the server has not received. */
export interface Unsent {
  ticks: readonly Tick[]
  notes: readonly WalkInNote[]
}

export interface Known {
  list: PresenceList
  /** the server's clock minus the device's (ms) */
  offset: number
  /** when the server last sent it (ms since the epoch, by the device's clock) */
  receivedAt: number
}

export interface Sent extends Unsent {
  /** outcomes of `ticks`, in their order */
  outcomes: readonly TickOutcome[]
}

interface KeptList extends Place {
  list: PresenceList
  /** `LIST_SHAPE` of the release that stored it */
  shape: number
  /** the server's clock minus the device's (ms) */
  offset: number
  /** ms since the epoch, by the device's clock */
  keptAt: number
}

/** This browser as a link's device; `testmoment_id` is null until it is admitted. */
export interface KeptDevice {
  link_id: number
  secret: string
  token: string
  name: string
  testmoment_id: number | null
  openedAt: number
}

interface PresenceDatabase extends DBSchema {
  lists: { key: [owner: string, testmoment_id: number]; value: KeptList }
  ticks: { key: string; value: Tick & Place; indexes: { place: [string, number] } }
  notes: { key: string; value: WalkInNote & Place; indexes: { place: [string, number] } }
  devices: { key: number; value: KeptDevice }
}

/** Increase it with each change of `PresenceList`: a screen cannot show a list of another shape. */
const LIST_SHAPE = 3

/** Time (ms) after which an unopened copy is deleted. */
const LIST_LIFETIME_MS = 14 * 24 * 3_600_000

let opened: Promise<IDBPDatabase<PresenceDatabase>> | undefined

function database(): Promise<IDBPDatabase<PresenceDatabase>> {
  opened ??= openDB<PresenceDatabase>('presence', 1, {
    upgrade(database, oldVersion) {
      if (oldVersion < 1) {
        database.createObjectStore('lists', { keyPath: ['owner', 'testmoment_id'] })
        database.createObjectStore('ticks', { keyPath: 'key' }).createIndex('place', ['owner', 'testmoment_id'])
        database.createObjectStore('notes', { keyPath: 'key' }).createIndex('place', ['owner', 'testmoment_id'])
        database.createObjectStore('devices', { keyPath: 'link_id' })
      }
    },
    // Another page asks to close the database; the next access opens it again, since ticks must still be stored.
    blocking: (_, __, event) => {
      opened = undefined
      ;(event.target as IDBDatabase).close()
    },
    terminated: () => {
      opened = undefined
    },
  }).catch((error) => {
    opened = undefined
    throw error
  })
  return opened
}

const keyOf = ({ owner, testmoment_id }: Place): [string, number] => [owner, testmoment_id]

export async function keptList(
  place: Place,
): Promise<{ list: PresenceList; offset: number; receivedAt: number } | null> {
  const kept = await (await database()).get('lists', keyOf(place))
  return kept?.shape === LIST_SHAPE ? { ...kept, receivedAt: kept.keptAt } : null
}

export async function keepList(place: Place, list: PresenceList, offset: number): Promise<void> {
  const { owner, testmoment_id } = place
  await (await database()).put('lists', {
    owner,
    testmoment_id,
    list,
    offset,
    shape: LIST_SHAPE,
    keptAt: Date.now(),
  })
}

export async function unsentAt(place: Place): Promise<Unsent> {
  const transaction = (await database()).transaction(['ticks', 'notes'])
  const [ticks, notes] = await Promise.all([
    transaction.objectStore('ticks').index('place').getAll(keyOf(place)),
    transaction.objectStore('notes').index('place').getAll(keyOf(place)),
  ])
  return {
    // Sorted by time: an act and its undoing may be sent in two parts.
    ticks: ticks
      .map(({ owner: _, testmoment_id: __, ...tick }): Tick => tick)
      .sort((one, other) => one.at.localeCompare(other.at)),
    notes: notes.map(({ key, name, at }) => ({ key, name, at })),
  }
}

/** Resolves once the device has stored it durably, even against a loss of power right after. */
export async function keepUnsent({ owner, testmoment_id }: Place, { ticks, notes }: Unsent): Promise<void> {
  const transaction = (await database()).transaction(['ticks', 'notes'], 'readwrite', { durability: 'strict' })
  await Promise.all([
    ...ticks.map((tick) => transaction.objectStore('ticks').put({ ...tick, owner, testmoment_id })),
    ...notes.map((note) => transaction.objectStore('notes').put({ ...note, owner, testmoment_id })),
    transaction.done,
  ])
}

export async function dropSent(keys: readonly string[]): Promise<void> {
  const transaction = (await database()).transaction(['ticks', 'notes'], 'readwrite')
  await Promise.all([
    ...keys.flatMap((key) => [
      transaction.objectStore('ticks').delete(key),
      transaction.objectStore('notes').delete(key),
    ]),
    transaction.done,
  ])
}

/** Moments for which this owner has something unsent, with the number. */
export async function unsentOf(owner: Owner): Promise<Map<number, number>> {
  const transaction = (await database()).transaction(['ticks', 'notes'])
  const kept = await Promise.all([transaction.objectStore('ticks').getAll(), transaction.objectStore('notes').getAll()])
  const counts = new Map<number, number>()
  for (const unsent of kept.flat())
    if (unsent.owner === owner) counts.set(unsent.testmoment_id, (counts.get(unsent.testmoment_id) ?? 0) + 1)
  return counts
}

/** Deletes the list, which has students' names. Unsent ticks stay: they contain no names. */
export async function wipeList(place: Place): Promise<void> {
  await (await database()).delete('lists', keyOf(place))
}

/** Deletes the data of a device that was removed: everything was sent, or would be refused. */
export async function wipeDevice(place: Place, link_id: number): Promise<void> {
  const { ticks, notes } = await unsentAt(place)
  await dropSent([...ticks, ...notes].map(({ key }) => key))
  const db = await database()
  await Promise.all([db.delete('lists', keyOf(place)), db.delete('devices', link_id)])
}

/** Deletes lists of accounts other than the logged-in one (null: nobody is logged in), and old ones. */
export async function wipeListsOfOthers(user_id: number | null): Promise<void> {
  const transaction = (await database()).transaction('lists', 'readwrite')
  for (const { owner, testmoment_id, keptAt } of await transaction.store.getAll()) {
    const isForeign = owner.startsWith('user-') && owner !== `user-${user_id}`
    if (isForeign || keptAt < Date.now() - LIST_LIFETIME_MS) await transaction.store.delete([owner, testmoment_id])
  }
  await transaction.done
}

/** This browser's devices, last opened first. */
export const keptDevices = async (): Promise<KeptDevice[]> =>
  (await (await database()).getAll('devices')).sort((one, other) => other.openedAt - one.openedAt)

export async function keepDevice(device: KeptDevice): Promise<void> {
  await (await database()).put('devices', device)
}
