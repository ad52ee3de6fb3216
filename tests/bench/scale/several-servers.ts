import type { Database } from '#database/engine/open-database.ts'
import { type DeployedPlace, withinDeployed } from '#tests/harness/deployed.ts'
import { startLoggedApis } from '#tests/harness/logged-servers.ts'
import { processorTime, processorTimeOfFamily, residentMemory } from '#tests/harness/process-figures.ts'
import { sum } from '#tests/harness/statistics.ts'
import { freePort } from '#tests/support/free-port.ts'
import { childrenOf } from '#tests/support/kill-family.ts'

/** Programs that a call passes, from the outside in. */
export const PROGRAMS = ['nginx', 'api', 'pgbouncer', 'postgres'] as const
export type Spent = Record<(typeof PROGRAMS)[number], number>

/** The product with several API servers, set up as in deploy/. */
export interface SeveralServers {
  database: Database
  /** where the servers keep their keys */
  dataDir: string
  /** address of PostgreSQL itself, without PgBouncer */
  url: string
  /** nginx, without TLS and with it */
  port: number
  tlsPort: number
  /** starts API servers until this many are behind nginx; never stops any */
  haveServers(count: number): Promise<void>
  /** seconds of processor time that each program used so far */
  spent(): Spent
  /** kB of memory that all API servers and nginx use */
  memory(): { api: number; nginx: number }
  /** totals of all enrollment desks so far: transactions, requests in them, and seconds that they took */
  desks(): Promise<{ transactions: number; requests: number; seconds: number }>
  /** lines about errors in the API servers' logs */
  unexpected(): string[]
}

export const withSeveralServers = <Result>(work: (several: SeveralServers) => Promise<Result>): Promise<Result> =>
  withinDeployed(async (place) => {
    const servers = await startLoggedApis({ url: place.pooledUrl, dataDir: place.dataDir }, 0, place.env)
    return work(severalOf(place, servers)).finally(servers.stop)
  })

function severalOf(
  { database, dataDir, url, nginx, pooler, cluster }: DeployedPlace,
  servers: Awaited<ReturnType<typeof startLoggedApis>>,
): SeveralServers {
  const metrics: number[] = []
  const { port, tlsPort } = nginx
  return {
    ...{ database, dataDir, url, port, tlsPort, unexpected: servers.unexpected },
    haveServers: async (count) => {
      for (; servers.ports.length < count; ) {
        metrics.push(await freePort())
        await servers.add({ METRICS_PORT: String(metrics.at(-1)) })
      }
      await nginx.lead(servers.ports)
    },
    spent: () => ({
      nginx: processorTimeOfFamily(nginx.pid),
      api: servers.processorTime(),
      pgbouncer: processorTime([pooler.pid]),
      postgres: processorTimeOfFamily(cluster.pid),
    }),
    memory: () => ({ api: servers.memory(), nginx: sum(childrenOf(nginx.pid), residentMemory) }),
    desks: async () => {
      const pages = await Promise.all(
        metrics.map(async (own) => (await fetch(`http://127.0.0.1:${own}/metrics`)).text()),
      )
      const total = (name: string) =>
        sum(pages, (page) => Number(new RegExp(`^enrollment_desk_${name} (\\S+)`, 'm').exec(page)?.[1]))
      return {
        transactions: total('transaction_seconds_count'),
        requests: total('batch_requests_sum'),
        seconds: total('transaction_seconds_sum'),
      }
    },
  }
}
