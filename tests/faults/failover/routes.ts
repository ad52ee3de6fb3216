import { pgbouncer } from '../../../scripts/machine/programs.ts'
import { startPgBouncer } from '../../support/pgbouncer.ts'
import type { PostgresCluster } from '../../support/postgres-cluster.ts'
import { startTcpProxy } from '../database/tcp-proxy.ts'

/** How the product reaches its two servers of PostgreSQL, and how it loses the first. */
export interface Route {
  databaseUrl: string
  listenUrl: string
  losePrimary(): Promise<void>
  stop(): Promise<void>
}

export type MakeRoute = (primary: PostgresCluster, standby: PostgresCluster) => Promise<Route>

const NAME = 'faults'

/** Its processes are killed: the operating system says at once that nobody listens there. */
export const directly: MakeRoute = async (primary, standby) => {
  const url = joined(primary.url(NAME), standby.url(NAME))
  return { databaseUrl: url, listenUrl: url, losePrimary: primary.crash, stop: async () => undefined }
}

/** Its machine loses its power: nobody says anything any more. */
export const withoutAWord: MakeRoute = async (primary, standby) => {
  const proxy = await startTcpProxy(Number(new URL(primary.url(NAME)).port))
  const url = joined(primary.url(NAME), standby.url(NAME)).replace(portOf(primary), String(proxy.port))
  return { databaseUrl: url, listenUrl: url, losePrimary: () => proxy.become('silent'), stop: proxy.stop }
}

/** A PgBouncer before each; the one before the primary outlives it. */
export const throughPgBouncer: MakeRoute = async (primary, standby) => {
  const program = pgbouncer.find()
  if (!program) throw new Error('PgBouncer is missing (apt-get install pgbouncer).')
  const first = await startPgBouncer(program, primary.url(NAME))
  const second = await startPgBouncer(program, standby.url(NAME))
  return {
    databaseUrl: joined(first.url, second.url).replace(/\/\w*$/, `/${NAME}`),
    listenUrl: joined(primary.url(NAME), standby.url(NAME)),
    losePrimary: primary.crash,
    stop: async () => {
      await first.stop()
      await second.stop()
    },
  }
}

/** One address that names both servers. */
function joined(first: string, second: string): string {
  const { host } = new URL(first)
  return first.replace(host, `${host},${new URL(second).host}`)
}

const portOf = (cluster: PostgresCluster) => new URL(cluster.url(NAME)).port
