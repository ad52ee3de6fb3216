import { Connection } from './connection.ts'

export interface Loop {
  /** ms of each step, the latest last */
  latencies: number[]
  perSecond: number
}

/**
 * Runs this many connections at a time; each takes its next step as soon as the last one is over. The n-th connection
 * takes the n-th step of each round; after `seconds` no step begins.
 */
export async function loop(
  { port, connections, seconds }: { port: number; connections: number; seconds: number },
  step: (connection: Connection, n: number) => Promise<unknown>,
): Promise<Loop> {
  const latencies: number[] = []
  const started = performance.now()
  const deadline = started + seconds * 1_000
  const drive = async (place: number) => {
    const connection = new Connection(port)
    for (let n = place, now = performance.now(); now < deadline; n += connections) {
      const sent = now
      await step(connection, n)
      now = performance.now()
      latencies.push(now - sent)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, (_, place) => drive(place)))
  return { latencies, perSecond: (latencies.length * 1_000) / (performance.now() - started) }
}

export interface LoadOptions {
  port: number
  connections: number
  seconds: number
  /** the whole next request: head and body */
  next(): string
}

export interface LoadResult extends Loop {
  answered: number
  /** how many answers had each status */
  statuses: ReadonlyMap<number, number>
}

export async function load({ next, ...options }: LoadOptions): Promise<LoadResult> {
  const statuses = new Map<number, number>()
  const result = await loop(options, async (connection) => {
    const { status } = await connection.ask(next())
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  })
  return { ...result, answered: result.latencies.length, statuses }
}

/** Loads like `load`, and throws unless each answer has this status. */
export async function loadAllAnswered(expected: number, options: LoadOptions): Promise<LoadResult> {
  const result = await load(options)
  const others = [...result.statuses].filter(([status]) => status !== expected)
  if (others.length > 0)
    throw new Error(
      `not all were answered ${expected}: ${others.map(([status, times]) => `${times} × ${status}`).join(', ')}`,
    )
  return result
}
