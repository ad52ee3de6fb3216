import { chownSync } from 'node:fs'
import { openPostgresPlace, openSqlitePlace, type Place, within } from '#tests/harness/places.ts'
import { unprivilegedOwner } from '../../support/unprivileged-owner.ts'
import { type Extent, type Fault, type FaultRow, notTried } from '../fault-row.ts'
import { endure } from './endure.ts'
import { NO_MOUNT, openSmallDisk, type SmallDisk } from './small-disk.ts'

/** A migrated database takes 8 MB on PostgreSQL, and SQLite's log grows to 4 MB before it is used again. */
const MEGABYTES = 48

/** The disk under the database is full for a while: nothing can be written, what there is can be read. */
export const fullDisk: Fault = {
  quick: true,
  run: async (extent) => {
    const disks = [openSmallDisk(MEGABYTES), openSmallDisk(MEGABYTES)]
    const [ofSqlite, ofPostgres] = disks
    if (!ofSqlite || !ofPostgres) return [notTried('disk full', NO_MOUNT)]
    const rows = [
      ...(await within(openSqlitePlace({ parent: ofSqlite.path }), (place) => fillUnder(place, ofSqlite, extent))),
      ...(await within(openPostgresPlace({ tablespace: ownedByPostgres(ofPostgres) }), (place) =>
        fillUnder(place, ofPostgres, extent),
      )),
    ]
    for (const disk of disks) disk?.remove()
    return rows
  },
}

const fillUnder = (place: Place, disk: SmallDisk, extent: Extent): Promise<FaultRow[]> => {
  const trouble = {
    name: 'disk full',
    done: 'not a byte left where the database is',
    begin: disk.fill,
    end: disk.empty,
    felt: 'unwritable',
  } as const
  return endure(place, { databaseUrl: place.url, troubles: [trouble] }, extent)
}

function ownedByPostgres({ path }: SmallDisk): string {
  const owner = unprivilegedOwner()
  if (owner) chownSync(path, owner.uid, owner.gid)
  return path
}
