import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem, unavailable } from './problem.ts'
import type { Unavailability } from './unavailability.ts'

/** Limits above which a server refuses requests, see load-shedding.rationale.md. */
export interface LoadLimits {
  /** requests that were received completely and are not answered yet */
  inFlight: number
  /** further requests that wait for room, and how long (ms) each of them may wait */
  waiting: number
  patience: number
  /** delay (ms) of the event loop, from `crowd` requests in flight on: with fewer it is the work of others, which no refusal shortens */
  lag: number
  crowd: number
  /** requests of one IP address whose body is still being received */
  lateBodies: number
}

interface LoadShedding {
  limits: LoadLimits
  /** whether a request is answered even when the server is overloaded */
  spares(request: FastifyRequest): boolean
  /** measures the delay (ms) of the event loop; the default is a meter of its own */
  lag?: (() => number) | undefined
  unavailability: Unavailability
}

/** One error for all refusals: recording a stack trace would take a quarter of a refusal's time. */
const REFUSAL = unavailable('overload')

/** Answers 503 with Retry-After, in the words of a part. */
type Refuse = (request: FastifyRequest, reply: FastifyReply) => void

const refuseInDutch: Refuse = (request, reply) => sendProblem(REFUSAL, request, reply)

/**
 * Returns a function that protects a part of `app`, with all that is registered in it: while the server is overloaded its
 * requests get 503 with Retry-After, before a body is read or the database is asked. When all places are taken a request
 * first waits a moment for one: a client that is refused comes back, and refusing it again and again costs as much as
 * serving it. Protect a part before any other hook is added to it. `say` answers a refusal where the part has a form of its own.
 */
export function createLoadShedding(
  app: FastifyInstance,
  { limits, spares, lag = meterOf(app), unavailability }: LoadShedding,
): (part: FastifyInstance, say?: Refuse) => void {
  const inFlight = new Set<FastifyReply>()
  const lateBodies = createLateBodies(limits.lateBodies)
  const setAside = new WeakSet<FastifyReply>()

  const noteRefusal = () => {
    const waiting = line.length()
    unavailability.note(app.log, 'overload', { inFlight: inFlight.size, waiting, lag: Math.round(lag()) })
  }

  const isFull = () => inFlight.size >= limits.inFlight

  /** Frees the place when the answer begins: sending it costs little, though a live connection lasts for hours. */
  const letGoOfSent = () => {
    for (const reply of inFlight) if (reply.raw.headersSent) inFlight.delete(reply)
  }

  const line = createLine(limits, () => {
    letGoOfSent()
    letNextIn()
  })

  const letNextIn = () => {
    while (!isFull() && line.letFirstIn());
  }

  const end = (reply: FastifyReply) => {
    if (inFlight.delete(reply)) letNextIn()
  }

  /** Calls `on` when there is room, or answers 503. */
  const letIn = (request: FastifyRequest, reply: FastifyReply, say: Refuse, on: () => void) => {
    const refuse = () => {
      noteRefusal()
      say(request, reply)
    }
    const enter = () => {
      inFlight.add(reply)
      on()
    }
    if (spares(request)) return enter()
    if (inFlight.size >= limits.crowd && lag() >= limits.lag) return refuse()
    if (line.length() === 0 && isFull()) letGoOfSent()
    if (line.length() === 0 && !isFull()) return enter()
    if (line.length() >= limits.waiting) return refuse()
    line.join({
      enter,
      giveUp: refuse,
      isGone: () => reply.raw.destroyed || request.raw.socket.destroyed,
    })
  }

  /** A body that is sent slowly does not count as load: otherwise a few hundred slow clients would shut out everybody. */
  const setAsideIfLate = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.raw.complete !== false || reply.raw.headersSent || request.raw.destroyed) return
    setAside.add(reply)
    end(reply)
    if (lateBodies.add(request, reply)) return
    noteRefusal()
    request.raw.destroy()
  }

  return (part, say = refuseInDutch) => {
    part.addHook('onRequest', (request, reply, done) => {
      letIn(request, reply, say, () => {
        // Also when the client hangs up before the answer.
        reply.raw.on('close', () => end(reply))
        // `setImmediate`: a body that came with the head has then been read completely.
        if (hasBody(request)) setImmediate(setAsideIfLate, request, reply)
        done()
      })
    })
    part.addHook('preValidation', (request, reply, done) => {
      const isLate = setAside.delete(reply) && !reply.raw.destroyed
      if (isLate) letIn(request, reply, say, done)
      else done()
    })
  }
}

/** A request that waits for room. */
interface InLine {
  enter(): void
  giveUp(): void
  isGone(): boolean
  /** deadline in ms of `performance.now()` */
  until: number
}

/** ms; short for those who wait, and so long that it costs nothing. */
const LOOK_MS = 50

/** A first-in-first-out queue in which nobody waits longer than `patience`. Until it is empty it calls `look` every `LOOK_MS`. */
function createLine({ patience }: LoadLimits, look: () => void) {
  let line: InLine[] = []
  let first = 0
  let timer: NodeJS.Timeout | undefined

  const takeFirst = (): InLine | undefined => {
    const next = line[first]
    if (next) first += 1
    // Otherwise entries that were taken stay in memory, or all others move up for each.
    if (first === line.length || first >= 1_000) [line, first] = [line.slice(first), 0]
    return next
  }

  const lookAround = () => {
    look()
    const now = performance.now()
    while ((line[first]?.until ?? now + 1) <= now) {
      const late = takeFirst()
      if (!late?.isGone()) late?.giveUp()
    }
    if (line.length > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    length: () => line.length - first,
    join: (request: Omit<InLine, 'until'>) => {
      line.push({ ...request, until: performance.now() + patience })
      timer ??= setInterval(lookAround, LOOK_MS).unref()
    },
    /** False when the queue was empty. */
    letFirstIn: (): boolean => {
      const next = takeFirst()
      if (!next?.isGone()) next?.enter()
      return next !== undefined
    },
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Counts, for each IP address, the bodies that are still being received. */
function createLateBodies(most: number) {
  const counts = new Map<string, number>()
  return {
    /** counts a body until it was received or its connection is gone; false when the address has too many */
    add: ({ ip, raw }: FastifyRequest, reply: FastifyReply): boolean => {
      const count = counts.get(ip) ?? 0
      if (count >= most) return false
      counts.set(ip, count + 1)
      let isCounted = true
      const forget = () => {
        if (!isCounted) return
        isCounted = false
        const remaining = (counts.get(ip) ?? 1) - 1
        if (remaining > 0) counts.set(ip, remaining)
        else counts.delete(ip)
      }
      raw.on('end', forget)
      reply.raw.on('close', forget)
      return true
    },
  }
}

function meterOf(app: FastifyInstance): () => number {
  const meter = startLagMeter()
  app.addHook('onClose', async () => meter.stop())
  return meter.lag
}

/** Short enough to notice a delay within a tenth of a second, too long to cost anything. */
const EVERY_MS = 50

interface LagMeter {
  /** delay (ms) of the event loop: the smaller of the last two, since one long turn is no overload */
  lag(): number
  stop(): void
}

/** Measures the delay of a timer, which shows long turns and the requests that wait behind them. */
function startLagMeter(): LagMeter {
  let due = performance.now() + EVERY_MS
  let [before, latest] = [0, 0]
  const timer = setInterval(() => {
    const now = performance.now()
    before = latest
    latest = Math.max(0, now - due)
    due = now + EVERY_MS
  }, EVERY_MS)
  timer.unref()
  return { lag: () => Math.min(before, latest), stop: () => clearInterval(timer) }
}
