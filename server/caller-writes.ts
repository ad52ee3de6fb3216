import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { Problem } from './problem.ts'

/** Writes of one caller that run at once, all but one of them slow. */
const AT_ONCE = 4

/** ms from which on a write is slow, as an import of thousands of lines: the caller's next one no longer waits for it. */
const SLOW_WRITE_MS = 300

/** Writes of that caller which wait; the next is refused. */
const WAITING = 32

/** Writes that wait behind which a caller is in no hurry: a person who presses twice has one or two. */
const CROWDED = 4

/**
 * Pause before the next write of a crowd, as a multiple of the duration of the previous one, at most `SLOW_WRITE_MS`:
 * others have the rest of the time.
 */
const PAUSE_FACTOR = 3

/** s; by then those before it are done */
const RETRY_AFTER_SECONDS = 1

/** ms after which a refusal is answered, so that who asks again at once asks a few times a second; and how many wait so */
const REFUSAL_HELD = 200
const REFUSALS_HELD = 200

interface Write {
  /** ms of `performance.now()` */
  since: number
}

interface Line {
  running: Set<Write>
  waiting: ((write: Write) => void)[]
  /** ms of `performance.now()` before which no next one begins */
  notBefore: number
  timer: NodeJS.Timeout | undefined
  /** Authorization headers of this caller's writes, checked on arrival */
  headers: Set<string>
}

interface CallerWrites {
  /** Refuses a caller whose line is full before their token is looked up: goes before the bearer's hook. */
  refuseFull(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void
  /** For routes that have a bearer. */
  onRoute(route: RouteOptions): void
}

/**
 * Does what one caller writes one after the other, beside what others do. All of a caller's writes take the lock on their
 * own row, and each that waits for it holds a connection: a hundred of them held all that PostgreSQL has, and everybody's enrolling
 * took fifty times as long. On SQLite, which has one writer, others would wait behind all of them. So a caller with a crowd
 * of writes also pauses between them, and who is refused costs no look at the database. Counts live in the process.
 */
export function createCallerWrites(): CallerWrites {
  const lines = new Map<number, Line>()
  const byHeader = new Map<string, Line>()
  let held = 0

  const lineOf = (caller: number, header: string): Line => {
    const line = lines.get(caller) ?? {
      running: new Set(),
      waiting: [],
      notBefore: 0,
      timer: undefined,
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
      if (held >= REFUSALS_HELD) return done(tooMany())
      held += 1
      setTimeout(() => {
        held -= 1
        done(tooMany())
      }, REFUSAL_HELD)
    },
    onRoute: (route) => {
      if (![route.method].flat().some(isWrite)) return
      const { handler } = route
      // Until the handler is done, not until the answer is sent: who hangs up does not have the next one begin.
      route.handler = async function (request, reply) {
        const caller = request.caller?.id
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

const isFull = ({ waiting }: Line) => waiting.length >= WAITING

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
  const now = performance.now()
  if (line.waiting.length > CROWDED) line.notBefore = now + Math.min(PAUSE_FACTOR * (now - write.since), SLOW_WRITE_MS)
  startNext(line)
}

/** Begins the next one if it may, and else looks again when it may: what runs now has ended by then, or is slow. */
function startNext(line: Line): void {
  clearTimeout(line.timer)
  if (line.waiting.length > 0 && timeToWait(line) === 0) line.waiting.shift()?.(begin(line))
  if (line.waiting.length > 0) line.timer = setTimeout(startNext, timeToWait(line), line)
}

function begin({ running }: Line): Write {
  const write = { since: performance.now() }
  running.add(write)
  return write
}

/** ms until the next one may begin, as far as is known; 0 for now */
function timeToWait({ running, notBefore }: Line): number {
  const now = performance.now()
  if (notBefore > now) return Math.ceil(notBefore - now)
  const youngest = Math.max(Number.NEGATIVE_INFINITY, ...[...running].map(({ since }) => since))
  if (running.size >= AT_ONCE) return SLOW_WRITE_MS
  return Math.max(0, Math.ceil(youngest + SLOW_WRITE_MS - now))
}
