import { setTimeout as wait } from 'node:timers/promises'
import { Histogram, type Registry } from 'prom-client'
import { gaugesIn } from '#server/metrics.ts'
import { Problem, unavailable } from '#server/problem.ts'

export interface BatchWatch {
  /** called once, with a function that returns the number of requests waiting for the next batch */
  queue(length: () => number): void
  /** called when a batch begins, with its size and how long its first request waited (ms) */
  began(size: number, waited: number): void
  /** called when a whole batch is durable or refused, with its duration (ms) */
  ended(ms: number): void
}

interface Batching<Request, Answer> {
  /**
   * Handles a batch in one transaction. Returns the answers in the order of the requests, once they are durable; a refusal is
   * an answer too. Throws if the transaction failed.
   */
  run(requests: readonly Request[]): Promise<readonly (Answer | Problem)[]>
  /** whether an error means that the database is away */
  isUnavailable(error: unknown): boolean
  /** requests per batch at most */
  size: number
  /** requests that may wait; later ones are asked to retry */
  queueLimit: number
  /** waits this many ms; replaced in tests */
  pause?: (ms: number) => Promise<unknown>
  watch?: BatchWatch | undefined
}

interface Waiting<Request, Answer> {
  request: Request
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
  /** time of arrival, in ms of `performance.now()` */
  since: number
}

/**
 * ms between the starts of two batches in a crowd: each transaction has its fixed cost in queries and fsync, however few share
 * it.
 */
const BATCH_INTERVAL_MS = 10

/** Requests that share that cost well enough: once as many wait, their batch begins. */
const ENOUGH = 16

/** ms that a crowd lasts after a request arrived while another was handled */
const CROWD_MS = 100

/**
 * Batches requests: those that arrive during a transaction are handled together in the next, so one commit serves many. A lone
 * request does not wait. The returned promise rejects with the `Problem` of a refusal.
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
  let lastOverlap = Number.NEGATIVE_INFINITY
  /** ends a wait for more requests */
  let hasEnough = () => {}
  watch?.queue(() => waiting.length)

  const work = async () => {
    while (waiting.length > 0) {
      await arrivals()
      const batch = waiting.slice(0, size)
      waiting = waiting.slice(size)
      const began = performance.now()
      watch?.began(batch.length, began - (batch[0]?.since ?? began))
      await serve(batch)
      watch?.ended(performance.now() - began)
      if (performance.now() - lastOverlap < CROWD_MS) await more(began)
    }
    working = false
  }

  /** Waits while each turn of the event loop adds requests, so a crowd forms one batch and a lone request starts next turn. */
  const arrivals = async () => {
    for (let before = -1; before < waiting.length && waiting.length < size; ) {
      before = waiting.length
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }

  /** Waits until enough requests are there, or for the rest of the interval since a batch began. */
  const more = async (began: number) => {
    const left = BATCH_INTERVAL_MS - (performance.now() - began)
    if (left < 1 || waiting.length >= ENOUGH) return
    const enough = new Promise<void>((resolve) => {
      hasEnough = resolve
    })
    await Promise.race([pause(left), enough])
  }

  /** Rejects all waiting requests: each batch would wait as long again for the same error. */
  const turnAway = (batch: readonly Waiting<Request, Answer>[], error: unknown) => {
    const all = [...batch, ...waiting]
    waiting = []
    for (const { reject } of all) reject(error)
  }

  /** Runs a batch. If it fails, its halves are retried, so that one row that the database refuses fails alone. */
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
      waiting.push({ request, resolve, reject, since: performance.now() })
      if (working) {
        lastOverlap = performance.now()
        if (waiting.length === ENOUGH) hasEnough()
        return
      }
      working = true
      void work()
    })
  }
}

/** seconds; the opening storm may take 0.5 */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

const REQUESTS = [1, 2, 5, 10, 20, 50, 100]

/** Creates the metrics of batches, with names that begin with `name`. */
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
    buckets: BUCKETS_SECONDS,
    registers,
  })
  const transactions = new Histogram({
    name: `${name}_transaction_seconds`,
    help: 'From the beginning of a batch to its end.',
    buckets: BUCKETS_SECONDS,
    registers,
  })
  return {
    queue: (length) =>
      gaugesIn(registry).gauge(`${name}_waiting`, 'Requests that wait for the next batch; 2000 at most.', length),
    began: (size, waited) => {
      sizes.observe(size)
      waits.observe(waited / 1_000)
    },
    ended: (ms) => transactions.observe(ms / 1_000),
  }
}
