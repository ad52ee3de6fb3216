import { openPostgresPlace, type PostgresPlace, within } from '#tests/harness/places.ts'
import { isThere } from '../../support/kill-family.ts'
import { postgresClient } from '../../support/postgres-client.ts'
import { type Extent, type Fault, type FaultRow, notTried } from '../fault-row.ts'
import { endure } from './endure.ts'
import { NO_MOUNT, openSmallDisk, type SmallDisk } from './small-disk.ts'

/** A new cluster takes some 60 MB, and its log grows by 16 MB at a time. */
const MEGABYTES = 256

/** PostgreSQL's log of what is committed is on the full disk too, as where there is one disk: then PostgreSQL itself ends. */
export const fullLogDisk: Fault = {
  quick: false,
  run: async (extent) => {
    const disk = openSmallDisk(MEGABYTES)
    if (!disk) return [notTried('disk full, the log too', NO_MOUNT)]
    try {
      return await within(openPostgresPlace({ parent: disk.path }), (place) => fillUnder(place, disk, extent))
    } finally {
      disk.remove()
    }
  },
}

function fillUnder(place: PostgresPlace, disk: SmallDisk, extent: Extent): Promise<FaultRow[]> {
  const trouble = {
    name: 'disk full, the log too',
    done: 'PostgreSQL ends; room is made, and whoever watches over it starts it again',
    begin: async () => {
      await disk.fill()
      await useUpLog(place.url)
    },
    end: async () => {
      await disk.empty()
      if (!isThere(place.cluster.pid)) await place.cluster.restart()
    },
    felt: 'away',
  } as const
  return endure(place, { databaseUrl: place.url, troubles: [trouble] }, extent)
}

/** Until a piece of the log is full and there is no room for the next: a small crowd would take minutes. */
async function useUpLog(url: string): Promise<void> {
  const client = postgresClient(url)
  await client.connect()
  try {
    for (;;) await client.query("select pg_logical_emit_message(true, 'fill', repeat('x', 1000000))")
  } catch {
    // The disk is full now, as intended.
  } finally {
    await client.end().catch(() => undefined)
  }
}
