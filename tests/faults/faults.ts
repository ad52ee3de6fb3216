import { alerts } from './alerts/alerts.ts'
import { attacks } from './attacks/attacks.ts'
import { backup } from './backup/backup.ts'
import { fullDisk } from './database/full-disk.ts'
import { fullLogDisk } from './database/full-log-disk.ts'
import { lockedFile } from './database/locked-file.ts'
import { lostStatements } from './database/lost-statements.ts'
import { postgresDatabase } from './database/postgres-database.ts'
import { failover } from './failover/failover.ts'
import type { Fault } from './fault-row.ts'
import { killAndAsk } from './kills/kill-and-ask.ts'
import { killApi } from './kills/kill-api.ts'
import { killMail } from './kills/kill-mail.ts'
import { killPostgres } from './kills/kill-postgres.ts'
import { killPromoting } from './kills/kill-promoting.ts'
import { killPublishing } from './kills/kill-publishing.ts'
import { killPush } from './kills/kill-push.ts'
import { killTicking } from './kills/kill-ticking.ts'
import { life } from './life/life.ts'
import { overloaded } from './overload/overload.ts'
import { outbox, pushOutcomes } from './push/push-tests.ts'
import { schedules } from './races/schedules.ts'
import { seatSchedules } from './races/seat-schedules.ts'
import { sessions } from './races/sessions.ts'
import { severalServers } from './several/several-servers.ts'
import { endApi } from './shutdown/end-api.ts'
import { endPush } from './shutdown/end-push.ts'
import { openingStorm } from './storm/opening-storm.ts'
import { upgrade } from './upgrade/upgrade.ts'

/** Everything that `npm run faults` can bring about, by the name that picks it. */
export const faults: Readonly<Record<string, Fault>> = {
  'kill-api': killApi,
  'kill-postgres': killPostgres,
  'kill-push': killPush,
  'kill-mail': killMail,
  'kill-promoting': killPromoting,
  'kill-publishing': killPublishing,
  'kill-ticking': killTicking,
  'kill-and-ask': killAndAsk,
  'postgres-database': postgresDatabase,
  'locked-file': lockedFile,
  'full-disk': fullDisk,
  outbox,
  'push-outcomes': pushOutcomes,
  sessions,
  'opening-storm': openingStorm,
  schedules,
  'seat-schedules': seatSchedules,
  'lost-statements': lostStatements,
  'end-api': endApi,
  'end-push': endPush,
  'several-servers': severalServers,
  overload: overloaded,
  failover,
  'full-log-disk': fullLogDisk,
  backup,
  attacks,
  upgrade,
  life,
  alerts,
}
