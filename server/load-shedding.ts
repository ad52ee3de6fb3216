import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem, unavailable } from './problem.ts'
import type { Unavailability } from './unavailability.ts'

/** From where on a server refuses, see load-shedding.rationale.md. */
export interface LoadLimits {
  /** requests that have come whole, and whose answer is not made yet */
  inFlight: number
  /** that came on top of those and wait for room, each of them so many ms at most */
  waiting: number
  patience: number
  /** ms by which the event loop is late */
  lag: number
  /** requests of one address whose body did not come with their head and is still on its way */
  lateBodies: number
}

interface LoadShedding {
  limits: LoadLimits
  /** whether a request is answered however busy the server is */
  spares(request: FastifyRequest): boolean
  /** ms; by a meter of its own unless given */
  lag?: (() => number) | undefined
  unavailability: Unavailability
}

/** One for all: what an error notes of where it was made takes a quarter of the time that a refusal may take. */
const REFUSAL = unavailable('overload')

/**
 * Refuses what is asked of the parts of `app` that are given to what it returns, and of all that is registered in them,
 * with 503 and Retry-After while there is too much to do, before anything is read or asked of the database. A client that comes
 * when all places are taken waits a moment for one: those who are sent away come back, and to send them away again and again
 * takes what serving them would. Give it a part before any other hook is added there.
 */
export function createLoadShedding(
  app: FastifyInstance,
  { limits, spares, lag = meterOf(app), unavailability }: LoadShedding,
): (part: FastifyInstance) => void {
  const inFlight = new Set<FastifyReply>()
  const lateBodies = createLateBodies(limits.lateBodies)
  const setAside = new WeakSet<FastifyReply>()

  const noteRefusal = () => {
    const waiting = line.length()
    unavailability.note(app.log, 'overload', { inFlight: inFlight.size, waiting, lag: Math.round(lag()) })
  }

  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    noteRefusal()
    sendProblem(REFUSAL, request, reply)
  }

  const isFull = () => inFlight.size >= limits.inFlight

  /** Sending costs little from there on, though it may take long: a live connection lasts for hours. */
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

  /** Goes `on` with it when there is room, or answers 503. */
  const letIn = (request: FastifyRequest, reply: FastifyReply, on: () => void) => {
    const enter = () => {
      inFlight.add(reply)
      on()
    }
    if (spares(request)) return enter()
    if (lag() >= limits.lag) return refuse(request, reply)
    if (line.length() === 0 && isFull()) letGoOfSent()
    if (line.length() === 0 && !isFull()) return enter()
    if (line.length() >= limits.waiting) return refuse(request, reply)
    line.join({
      enter,
      giveUp: () => refuse(request, reply),
      isGone: () => reply.raw.destroyed || request.raw.socket.destroyed,
    })
  }

  /** Who sends a body slowly is no load: else a few hundred of them would have everybody refused. */
  const setAsideIfLate = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.raw.complete !== false || reply.raw.headersSent || request.raw.destroyed) return
    setAside.add(reply)
    end(reply)
    if (lateBodies.add(request, reply)) return
    noteRefusal()
    request.raw.destroy()
  }

  return (part) => {
    part.addHook('onRequest', (request, reply, done) => {
      letIn(request, reply, () => {
        // Also who hangs up before the answer.
        reply.raw.on('close', () => end(reply))
        // A body that came with the head has been read to its end by then.
        if (hasBody(request)) setImmediate(setAsideIfLate, request, reply)
        done()
      })
    })
    part.addHook('preValidation', (request, reply, done) => {
      const isLate = setAside.delete(reply) && !reply.raw.destroyed
      if (isLate) letIn(request, reply, done)
      else done()
    })
  }
}

/** A request that came when there was no room. */
interface InLine {
  enter(): void
  giveUp(): void
  isGone(): boolean
  /** deadline in ms of `performance.now()` */
  until: number
}

/** Often enough for who waits, and too seldom to cost anything. */
const LOOK_MS = 50

/** First come, first in, and nobody waits for longer than `patience`. It calls `look` some times a second while there is anybody. */
function createLine({ patience }: LoadLimits, look: () => void) {
  let line: InLine[] = []
  let first = 0
  let timer: NodeJS.Timeout | undefined

  const takeFirst = (): InLine | undefined => {
    const next = line[first]
    if (next) first += 1
    // Else what was taken stays, or all move up for each.
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
    /** False when there was nobody. */
    letFirstIn: (): boolean => {
      const next = takeFirst()
      if (!next?.isGone()) next?.enter()
      return next !== undefined
    },
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** How many bodies each address keeps one waiting for. */
function createLateBodies(most: number) {
  const counts = new Map<string, number>()
  return {
    /** until that body has come or the connection is gone; false when that address has too many */
    add: ({ ip, raw }: FastifyRequest, reply: FastifyReply): boolean => {
      const count = counts.get(ip) ?? 0
      if (count >= most) return false
      counts.set(ip, count + 1)
      let counted = true
      const forget = () => {
        if (!counted) return
        counted = false
        const left = (counts.get(ip) ?? 1) - 1
        if (left > 0) counts.set(ip, left)
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

/** Often enough to notice within a tenth of a second, too seldom to cost anything. */
const EVERY_MS = 50

interface LagMeter {
  /** ms by which the event loop came late, the lesser of the last two times: one long turn is no overload */
  lag(): number
  stop(): void
}

/** Measures how late a timer comes. What runs long, and all that waits behind it in the kernel, shows there. */
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
