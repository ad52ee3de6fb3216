import type { Passwords } from '#api-server/accounts/passwords.ts'
import type { FileWriter } from '#api-server/acts/exports/write-apart.ts'
import type { EnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import type { StudentSnapshots } from '#api-server/enrollments/student-lists/student-snapshots.ts'
import type { SeatsNow } from '#api-server/enrollments/waiting/seats-now.ts'
import type { SchoolProvider } from '#api-server/logins/school-provider.ts'
import type { BatchWatch } from '#api-server/platform/batching.ts'
import type { LiveHub } from '#api-server/platform/live/live-hub.ts'
import type { LetterDelivery } from '#api-server/platform/mail/delivery.ts'
import type { KeepYears } from '#api-server/retention.ts'
import type { Throttle } from '#api-server/sessions/login-throttle.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { Keys } from '#server/keys.ts'
import type { LoginConfig } from '#server/login-config.ts'
import type { SecurityLog } from '#server/security-events.ts'
import type { SourceConfig } from '#server/source-config.ts'

export interface ApiContext {
  database: Database
  desk: EnrollmentDesk
  studentSnapshots: StudentSnapshots
  seats: SeatsNow
  keys: Keys
  passwords: Passwords
  /** is notified of the batches in which sessions are refreshed */
  refreshing?: BatchWatch
  throttle: Throttle
  /** security log for events that are not refusals; refusals are logged automatically */
  security: SecurityLog
  /** wake this, after the commit, when a letter was put in the outbox */
  letters: Pick<LetterDelivery, 'wake'>
  writeFile: FileWriter
  live: Pick<LiveHub, 'catchUp' | 'follow'>
  /** address of the app in people's browsers, without a slash at the end */
  publicUrl: string
  /** mail domains that may register; empty for all */
  registrationDomains: readonly string[]
  /** where its rooms are, for a map; none where it does not say */
  schoolAddress?: string | undefined
  logins: LoginConfig
  /** system from which students come, and what has its follower and its sender look at once; undefined without one */
  source?: { config: SourceConfig; wake: () => void; wakeSender?: (() => void) | undefined } | undefined
  school?: SchoolProvider | undefined
  /** number of school years for which each kind of data is kept */
  keep: KeepYears
  /** ms since the epoch */
  clock: () => number
}

/** Dependencies of most use cases. */
export type Deps = Pick<ApiContext, 'database' | 'clock'>

/** Dependencies for proving who a person is. */
export type LoginContext = Pick<ApiContext, 'database' | 'keys' | 'letters' | 'logins' | 'publicUrl' | 'clock'>
