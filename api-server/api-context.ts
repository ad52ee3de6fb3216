import type { EnrollmentDesk } from '#api-server/enrollment-desk/desk.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Keys } from '#server/keys.ts'

/** What the routes work with. */
export interface ApiContext {
  database: Database
  desk: EnrollmentDesk
  keys: Keys
  /** ms since the epoch */
  clock: () => number
}
