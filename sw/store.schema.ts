import type { DBSchema } from 'idb'

export const DATABASE = 'lists'

/** Raised by one with each step in sw/lists/list-database.ts. */
export const DATABASE_VERSION = 1

/**
 * What the answers look like that this release keeps: a hash of their schemas, which tests/sw/kept-urls.test.ts holds it
 * to. A screen of this release can't be shown an answer of another shape, nor may the server be told that it is known.
 */
export const KEPT_SHAPE = '9b7f19638ce9'

/** An answer of the server as it was given to one person. */
export interface KeptList {
  /** the id of that person */
  reader: number
  /** path and query */
  url: string
  /** 200, or 404: that there is no such thing is an answer too */
  status: number
  /** `KEPT_SHAPE` of the release that kept it */
  shape: string
  body: string
  etag: string | null
  /** when the server last said so, in ms since the epoch by the device's clock */
  keptAt: number
}

/** Whose lists these are. */
export interface Holding {
  /** nobody's while it is null: then nothing is kept */
  owner: number | null
  /** goes up with each logout, so that an answer which was asked for before is not kept after it */
  epoch: number
  /** what was kept before is no longer all that is known (ms since the epoch) */
  outdatedAt: number
}

export interface ListDatabase extends DBSchema {
  lists: { key: [reader: number, url: string]; value: KeptList; indexes: { keptAt: number } }
  /** one, at the key 'now' */
  holding: { key: string; value: Holding }
}
