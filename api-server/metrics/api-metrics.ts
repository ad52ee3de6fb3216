import { Counter, Gauge, type Registry } from 'prom-client'
import type { BatchWatch } from '#api-server/batches/batch-watch.ts'
import { measureDesk } from './measure-desk.ts'

/** A number that is asked for when somebody reads the page. */
type Reading = () => number

/** What is to be known of the API server besides its requests; see server/metrics/metrics.rationale.md. */
export interface ApiMetrics {
  enrolling: BatchWatch
  refreshing: BatchWatch
  /** a request was refused since there was too much to do */
  refused(): void
  passwordQueue(length: Reading): void
  liveStreams(size: Reading): void
}

export function createApiMetrics(registry: Registry): ApiMetrics {
  const registers = [registry]
  const gauge = (name: string, help: string) => (read: Reading) =>
    void new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests refused with 503, unread, since there was too much to do.',
    registers,
  })
  return {
    enrolling: measureDesk(registry, 'enrollment_desk'),
    refreshing: measureDesk(registry, 'refresh_desk'),
    refused: () => shed.inc(),
    passwordQueue: gauge('password_queue_waiting', 'Passwords that wait to be hashed; 200 at most.'),
    liveStreams: gauge('live_streams', 'Open connections of screens that follow what changes.'),
  }
}
