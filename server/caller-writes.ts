import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Problem } from './problem.ts'

/** Writes of one caller that may run at once. At most one of them is not (yet) slow. */
const WRITES_AT_ONCE = 4

/** ms after which a write counts as slow, such as a large import: the caller's next write no longer waits for it. */
const SLOW_WRITE_MS = 300

/** Writes of one caller that may wait; the next one is refused. */
const MOST_WAITING_WRITES = 32

/** Waiting writes from which a caller counts as a crowd: a person who presses twice has one or two. */
const CROWD_WRITES = 4

/**
 * Pause before the next write of a crowd, as a multiple of the duration of the previous one, at most `SLOW_WRITE_MS`:
 * others have the rest of the time.
 */
const PAUSE_FACTOR = 3

/** s, after which the earlier writes are done */
const RETRY_AFTER_SECONDS = 1

/** Delays a refusal, so that a client that repeats at once does so a few times a second; beyond this number none is delayed. */
const REFUSAL_DELAY_MS = 200
const MOST_REFUSALS_DELAYED = 200

/** Time as the queues measure it: ms since some moment, and a timer that can be cancelled. */
export interface QueueClock {
  now(): number
  after(ms: number, run: () => void): () => void
}

const REAL_TIME: QueueClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

interface Write {
  /** ms of the clock */
  since: number
}

interface Line {
  clock: QueueClock
  running: Set<Write>
  waiting: ((write: Write) => void)[]
  /** ms of the clock before which the next write does not begin */
  notBefore: number
  cancelTimer: () => void
  /** Authorization headers of this caller's writes, checked on arrival */
  headers: Set<string>
}

interface CallerWrites {
  /** Refuses a caller whose queue is full, before their token is looked up. Register it before the bearer's hook. */
  refuseFull(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void
  onRoute(route: RouteOptions): void
}

/**
 * Runs the writes of one caller one after another, beside those of other callers. Each write locks the caller's own row, and
 * holds a database connection while it waits for that lock: a hundred writes of one caller once held all connections of
 * PostgreSQL, and enrolling took everybody fifty times as long. SQLite has one writer, so there all others would wait. A
 * caller with a crowd of writes therefore also pauses between them, and a refusal costs no query. Counts are kept per process.
 */
export function createCallerWrites(clock = REAL_TIME): CallerWrites {
  const lines = new Map<number, Line>()
  const byHeader = new Map<string, Line>()
  let delayedRefusals = 0

  const lineOf = (caller: number, header: string): Line => {
    const line = lines.get(caller) ?? {
      clock,
      running: new Set(),
      waiting: [],
      notBefore: 0,
      cancelTimer: () => {},
      headers: new Set(),
    }
    lines.set(caller, line)
    line.headers.add(header)
    byHeader.set(header, line)
    return line
  }

  const end = (caller: number, line: Line) => {
    lines.delete(caller)
    for (const header of line.headers) byHeader.delete(header)
  }

  return {
    refuseFull: (request, _reply, done) => {
      const line = byHeader.get(request.headers.authorization ?? '')
      if (!line || !isFull(line) || !isWrite(request.method)) return done()
      if (delayedRefusals >= MOST_REFUSALS_DELAYED) return done(tooMany())
      delayedRefusals += 1
      clock.after(REFUSAL_DELAY_MS, () => {
        delayedRefusals -= 1
        done(tooMany())
      })
    },
    onRoute: (route) => {
      if (![route.method].flat().some(isWrite)) return
      const { handler } = route
      // Ends when the handler is done, not when the answer is sent: hanging up does not start the next write.
      route.handler = async function (request, reply) {
        const caller = request.knownCaller?.id
        if (caller === undefined) return handler.call(this, request, reply)
        const line = lineOf(caller, request.headers.authorization ?? '')
        const write = await enter(line)
        try {
          return await handler.call(this, request, reply)
        } finally {
          leave(line, write)
          if (line.running.size === 0 && line.waiting.length === 0) end(caller, line)
        }
      }
    },
  }
}

const isWrite = (method: string) => method !== 'GET' && method !== 'HEAD'

const isFull = ({ waiting }: Line) => waiting.length >= MOST_WAITING_WRITES

const tooMany = () => new Problem('too-many-requests', { retryAfter: RETRY_AFTER_SECONDS })

async function enter(line: Line): Promise<Write> {
  if (line.waiting.length === 0 && timeToWait(line) === 0) return begin(line)
  if (isFull(line)) throw tooMany()
  const turn = new Promise<Write>((resolve) => line.waiting.push(resolve))
  startNext(line)
  return turn
}

function leave(line: Line, write: Write): void {
  line.running.delete(write)
  const now = line.clock.now()
  if (line.waiting.length > CROWD_WRITES)
    line.notBefore = now + Math.min(PAUSE_FACTOR * (now - write.since), SLOW_WRITE_MS)
  startNext(line)
}

/** Begins the next write if it may; otherwise tries again at the time when the running one has ended or counts as slow. */
function startNext(line: Line): void {
  line.cancelTimer()
  if (line.waiting.length > 0 && timeToWait(line) === 0) line.waiting.shift()?.(begin(line))
  if (line.waiting.length > 0) line.cancelTimer = line.clock.after(timeToWait(line), () => startNext(line))
}

function begin({ clock, running }: Line): Write {
  const write = { since: clock.now() }
  running.add(write)
  return write
}

/** ms until the next write may begin, as far as is known; 0: it may begin now */
function timeToWait({ clock, running, notBefore }: Line): number {
  const now = clock.now()
  if (notBefore > now) return Math.ceil(notBefore - now)
  const youngest = Math.max(Number.NEGATIVE_INFINITY, ...[...running].map(({ since }) => since))
  if (running.size >= WRITES_AT_ONCE) return SLOW_WRITE_MS
  return Math.max(0, Math.ceil(youngest + SLOW_WRITE_MS - now))
}
