import { openPostgresPlace, within } from '#tests/harness/places.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'
import type { Fault } from '../fault-row.ts'
import { endure } from './endure.ts'
import { exhaustedPool, networkTroubles, noConnectionLeft } from './postgres-troubles.ts'

/** Troubles for the bounded run; the others lead to the same refusals. */
const BOUNDED = new Set(['database gone', 'database silent', 'pool exhausted'])

/** PostgreSQL slow, gone, silent, or without a connection for us. */
export const postgresDatabase: Fault = {
  quick: true,
  run: (extent) =>
    within(openPostgresPlace(), async (place) => {
      const proxy = await startTcpProxy(Number(new URL(place.url).port))
      const databaseUrl = Object.assign(new URL(place.url), { port: String(proxy.port) }).href
      const troubles = [...networkTroubles(proxy), exhaustedPool(place.url), noConnectionLeft(place.url)].filter(
        ({ name }) => extent === 'full' || BOUNDED.has(name),
      )
      const rows = await endure(place, { databaseUrl, troubles }, extent)
      await proxy.stop()
      return rows
    }),
}
