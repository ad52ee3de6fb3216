import type { FastifyInstance, RouteOptions } from 'fastify'
import { Problem } from './problem.ts'

/** Writes of one caller that run at once, all but one of them slow. */
const AT_ONCE = 4

/** ms from which on a write is slow, as an import of thousands of lines: the caller's next one no longer waits for it. */
const SLOW = 300

/** Writes of that caller which wait; the next is refused. */
const WAITING = 32

/** s; by then those before it are done */
const RETRY_AFTER = 1

interface Write {
  /** ms of `performance.now()` */
  since: number
}

interface Line {
  running: Set<Write>
  waiting: ((write: Write) => void)[]
  timer: NodeJS.Timeout | undefined
}

/**
 * Does what one caller has written one after the other, beside what others do. All of a caller's writes take the lock on their
 * own row, and each that waits for it holds a connection: a hundred of them held all that PostgreSQL has, and everybody's enrolling
 * took fifty times as long. On SQLite, which has one writer, others would wait behind all of them. Counts live in the process.
 * For a part of `app` whose routes have a bearer.
 */
export function limitCallerWrites(app: FastifyInstance): void {
  const lines = new Map<number, Line>()

  app.addHook('onRoute', (route: RouteOptions) => {
    if ([route.method].flat().every((method) => method === 'GET' || method === 'HEAD')) return
    const { handler } = route
    // Until the handler is done, not until the answer is sent: who hangs up does not have the next one begin.
    route.handler = async function (request, reply) {
      const caller = request.caller?.id
      if (caller === undefined) return handler.call(this, request, reply)
      const line = lines.get(caller) ?? { running: new Set(), waiting: [], timer: undefined }
      lines.set(caller, line)
      const write = await enter(line)
      try {
        return await handler.call(this, request, reply)
      } finally {
        line.running.delete(write)
        startNext(line)
        if (line.running.size === 0) lines.delete(caller)
      }
    }
  })
}

async function enter(line: Line): Promise<Write> {
  if (hasRoom(line)) return begin(line)
  if (line.waiting.length >= WAITING) throw new Problem('too-many-requests', { retryAfter: RETRY_AFTER })
  const turn = new Promise<Write>((resolve) => line.waiting.push(resolve))
  lookAgain(line)
  return turn
}

/** While some wait: what runs now has ended by then, or is slow. */
function lookAgain(line: Line): void {
  if (line.waiting.length === 0) return
  line.timer ??= setTimeout(() => {
    line.timer = undefined
    startNext(line)
    lookAgain(line)
  }, SLOW)
}

function startNext(line: Line): void {
  if (line.waiting.length > 0 && hasRoom(line)) line.waiting.shift()?.(begin(line))
}

function begin({ running }: Line): Write {
  const write = { since: performance.now() }
  running.add(write)
  return write
}

function hasRoom({ running }: Line): boolean {
  const now = performance.now()
  return running.size < AT_ONCE && [...running].every(({ since }) => now - since >= SLOW)
}
