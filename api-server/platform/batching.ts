import { setTimeout as wait } from 'node:timers/promises'
import { Gauge, Histogram, type Registry } from 'prom-client'
import { Problem, unavailable } from '#server/problem.ts'
import type { SpanOrigin, Tracing } from '#server/tracing.ts'

/** Observer of the batches, for measurements. */
export interface BatchWatch {
  /** how to ask for the number of requests that wait for the next batch */
  queue(length: () => number): void
  /** whose span a request stands in, for the batch to be linked to; only where requests are traced */
  origin?: () => SpanOrigin
  /** around each batch, with those */
  around?: (origins: readonly SpanOrigin[], work: () => Promise<void>) => Promise<void>
  /** A batch begins, of this size; the first of it has waited that long (ms). */
  began(size: number, waited: number): void
  /** All of it was decided and is durable, or was refused, so long (ms) after it began. */
  ended(ms: number): void
}

interface Batching<Request, Answer> {
  /**
   * All of a batch in one transaction; gives the answers in the order of the requests, once they are durable. A refusal
   * is an answer too. Throws when the transaction failed.
   */
  run(requests: readonly Request[]): Promise<readonly (Answer | Problem)[]>
  /** whether an error means that the database is away */
  isUnavailable(error: unknown): boolean
  /** the most that are handled together */
  size: number
  /** how many may wait; who comes behind is asked to come back */
  queueLimit: number
  /** for so many ms, instead of by time */
  pause?: (ms: number) => Promise<unknown>
  watch?: BatchWatch | undefined
}

interface Waiting<Request, Answer> {
  request: Request
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
  /** when it came, in ms of `performance.now()` */
  since: number
  origin: SpanOrigin
}

/**
 * ms from the beginning of one batch of a crowd until the next: a transaction has its questions and its sync however few
 * share it. Who is alone waits for nobody, and a batch that is full or took longer is followed at once.
 */
const BATCH_INTERVAL_MS = 3

/**
 * Requests that arrive while a transaction runs are handled together in the next, so that one commit serves many; a lone
 * request waits for nobody. The promise rejects with the `Problem` that says why not.
 */
export function inBatches<Request, Answer>({
  run,
  isUnavailable,
  size,
  queueLimit,
  pause = wait,
  watch,
}: Batching<Request, Answer>): (request: Request) => Promise<Answer> {
  let waiting: Waiting<Request, Answer>[] = []
  let working = false
  watch?.queue(() => waiting.length)

  const work = async () => {
    while (waiting.length > 0) {
      await arrivals()
      const batch = waiting.slice(0, size)
      waiting = waiting.slice(size)
      const began = performance.now()
      watch?.began(batch.length, began - (batch[0]?.since ?? began))
      if (watch?.around) await watch.around(originsOf(batch), () => serve(batch))
      else await serve(batch)
      watch?.ended(performance.now() - began)
      const left = BATCH_INTERVAL_MS - (performance.now() - began)
      if (batch.length > 1 && batch.length < size && left >= 1) await pause(left)
    }
    working = false
  }

  /** Goes on as long as each turn of the event loop brings requests: a crowd comes as one batch, one alone starts next turn. */
  const arrivals = async () => {
    for (let before = -1; before < waiting.length && waiting.length < size; ) {
      before = waiting.length
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }

  /** Who waited behind them would wait as long again, batch after batch, and get the same answer. */
  const turnAway = (batch: readonly Waiting<Request, Answer>[], error: unknown) => {
    const all = [...batch, ...waiting]
    waiting = []
    for (const { reject } of all) reject(error)
  }

  /** One row that the database refuses must not fail the others: halves are tried apart until it stands alone. */
  const serve = async (batch: readonly Waiting<Request, Answer>[]): Promise<void> => {
    try {
      const answers = await run(batch.map(({ request }) => request))
      answers.forEach((answer, index) => {
        if (answer instanceof Problem) batch[index]?.reject(answer)
        else batch[index]?.resolve(answer)
      })
    } catch (error) {
      if (isUnavailable(error)) return turnAway(batch, error)
      if (batch.length === 1) return batch[0]?.reject(error)
      const middle = Math.ceil(batch.length / 2)
      await serve(batch.slice(0, middle))
      await serve(batch.slice(middle))
    }
  }

  return async (request) => {
    if (waiting.length >= queueLimit) throw unavailable('batch-queue')
    return new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject, since: performance.now(), origin: watch?.origin?.() })
      if (working) return
      working = true
      void work()
    })
  }
}

const originsOf = (batch: readonly { origin: SpanOrigin }[]) => batch.map(({ origin }) => origin)

/** s; half a second is what the opening storm may take */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

const REQUESTS = [1, 2, 5, 10, 20, 50, 100]

/** The same watch, with a span for each batch, called `name`. */
export const traceBatches = (watch: BatchWatch, name: string, tracing: Tracing | undefined): BatchWatch =>
  tracing ? { ...watch, origin: tracing.origin, around: (origins, work) => tracing.batch(name, origins, work) } : watch

/** Keeps the figures of batches, under names that begin with `name`. */
export function measureBatches(registry: Registry, name: 'enrollment_desk' | 'refresh_desk'): BatchWatch {
  const registers = [registry]
  const sizes = new Histogram({
    name: `${name}_batch_requests`,
    help: 'Requests handled in one transaction.',
    buckets: REQUESTS,
    registers,
  })
  const waits = new Histogram({
    name: `${name}_wait_seconds`,
    help: 'How long the first of a batch waited for its turn.',
    buckets: SECONDS,
    registers,
  })
  const transactions = new Histogram({
    name: `${name}_transaction_seconds`,
    help: 'From the beginning of a batch to its end.',
    buckets: SECONDS,
    registers,
  })
  return {
    queue: (length) =>
      void new Gauge({
        name: `${name}_waiting`,
        help: 'Requests that wait for the next batch; 2000 at most.',
        registers,
        collect() {
          this.set(length())
        },
      }),
    began: (size, waited) => {
      sizes.observe(size)
      waits.observe(waited / 1_000)
    },
    ended: (ms) => transactions.observe(ms / 1_000),
  }
}
