import { Counter, type Registry } from 'prom-client'
import { type BatchWatch, measureBatches } from '#api-server/platform/batching.ts'
import { type LetterWatch, measureLetters } from '#api-server/platform/mail/letter-metrics.ts'
import { gaugesIn } from '#server/metrics.ts'

type Reading = () => number

/** Metrics of the API server other than requests; see server/metrics.rationale.md. */
interface ApiMetrics {
  enrolling: BatchWatch
  refreshing: BatchWatch
  letters: LetterWatch
  passwordQueue(length: Reading): void
  liveStreams(size: Reading): void
  /** counts what systems of the school are refused */
  refused: Counter<'connection' | 'kind'>
  promoted(count: number): void
}

export function createApiMetrics(registry: Registry): ApiMetrics {
  const registers = [registry]
  const { gauge } = gaugesIn(registry)
  const promotions = new Counter({
    name: 'waiting_promotions_total',
    help: 'Seats given to students who waited for one.',
    registers,
  })
  return {
    enrolling: measureBatches(registry, 'enrollment_desk'),
    refreshing: measureBatches(registry, 'refresh_desk'),
    letters: measureLetters(registry),
    passwordQueue: (length) =>
      gauge('password_queue_waiting', 'Passwords that wait to be hashed; 200 at most.', length),
    refused: new Counter({
      name: 'connection_refusals_total',
      help: 'Requests of systems of the school that were refused.',
      labelNames: ['connection', 'kind'],
      registers,
    }),
    promoted: (count) => promotions.inc(count),
    liveStreams: (size) => gauge('live_streams', 'Open connections of screens that follow what changes.', size),
  }
}
