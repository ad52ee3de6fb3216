import { DatabaseSync } from 'node:sqlite'
import { openSqlitePlace, within } from '#tests/harness/places.ts'
import type { Fault } from '../fault-row.ts'
import { endure, type Trouble } from './endure.ts'

/** Another process, such as a tool of an operator, keeps SQLite's only write lock. */
export const lockedFile: Fault = {
  quick: true,
  run: (extent) =>
    within(openSqlitePlace(), async (place) => {
      const other = new DatabaseSync(place.url.slice('sqlite:'.length), { timeout: 10_000 })
      const locked: Trouble = {
        name: 'file locked',
        done: 'another program keeps the write lock',
        begin: async () => other.exec('begin immediate'),
        end: async () => other.exec('rollback'),
        felt: 'unwritable',
      }
      const rows = await endure(place, { databaseUrl: place.url, troubles: [locked] }, extent)
      other.close()
      return rows
    }),
}
