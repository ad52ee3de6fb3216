import { openDatabase } from '#database/engine/open-database.ts'
import { startStandby } from '../../support/postgres-standby.ts'
import type { Extent } from '../fault-row.ts'
import { startCrowd } from '../support/crowd.ts'
import { openPostgresPlace, type PostgresPlace, within } from '../support/database-place.ts'
import { seedFaultSchool } from '../support/fault-school.ts'
import { type Judgement, judgeJournals } from '../support/judge-journals.ts'
import { killableServer } from '../support/killable-server.ts'
import type { MakeRoute } from './routes.ts'

export const STUDENTS = { quick: 40, full: 200 }
/** acknowledged before the primary is lost, and after the promotion */
const ENOUGH = { quick: 200, full: 3_000 }

export interface FailedOver {
  judgement: Judgement
  /** from the loss of the primary until a change was acknowledged again */
  ms: number
}

/**
 * Two API servers, two of PostgreSQL; the primary is lost in the crowd and the standby promoted. Nobody touches the API
 * servers. `lagging` is a standby that the primary does not wait for, and that hears nothing of the last changes.
 */
export const failOver = (makeRoute: MakeRoute, extent: Extent, { lagging = false } = {}): Promise<FailedOver> =>
  within(openPostgresPlace(), (place) => loseAndPromote(place, { makeRoute, extent, lagging }))

interface Circumstances {
  makeRoute: MakeRoute
  extent: Extent
  lagging: boolean
}

async function loseAndPromote(
  place: PostgresPlace,
  { makeRoute, extent, lagging }: Circumstances,
): Promise<FailedOver> {
  const school = await seedFaultSchool(place.database, STUDENTS[extent])
  const standby = await startStandby(place.cluster, { synchronous: !lagging })
  const { databaseUrl, listenUrl, losePrimary, stop } = await makeRoute(place.cluster, standby)
  const env = { DATABASE_LISTEN_URL: listenUrl }
  const server = () => killableServer({ main: 'api-server/main.ts', databaseUrl, dataDir: place.dataDir, env })
  const servers = [await server(), await server()]
  for (const { start } of servers) await start()
  const crowd = startCrowd(
    school,
    servers.map(({ url }) => url),
  )
  if (lagging) await standby.stopFollowing()
  await crowd.more(ENOUGH[extent])

  const lost = performance.now()
  await losePrimary()
  await standby.promote()
  await crowd.more(1)
  const ms = performance.now() - lost
  await crowd.more(ENOUGH[extent])
  await crowd.stop()
  for (const { stop } of servers) await stop()

  const promoted = openDatabase(standby.url('faults'), { timeout: 30_000 })
  const judgement = await judgeJournals(promoted, school, crowd.students)
  await promoted.close()
  await stop()
  await standby.stop()
  return { judgement, ms }
}
