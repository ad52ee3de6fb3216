import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem, unavailable } from './problem.ts'
import type { Unavailability } from './unavailability.ts'

/** From where on a server refuses, see load-shedding.rationale.md. */
export interface LoadLimits {
  /** requests that have come whole, and whose answer is not made yet */
  inFlight: number
  /** ms by which the event loop is late */
  lag: number
  /** of one address: requests whose body did not come with their head and is still on its way */
  lateBodies: number
}

interface LoadShedding {
  limits: LoadLimits
  /** what is answered however busy it is */
  spares(request: FastifyRequest): boolean
  /** ms; by a meter of its own unless given */
  lag?: (() => number) | undefined
  unavailability: Unavailability
}

/** One for all: what an error notes of where it was made takes a quarter of the time that a refusal may take. */
const REFUSAL = unavailable('overload')

/**
 * Refuses what is asked of the parts of `app` that are given to what it returns, and of all that is registered in them,
 * with 503 and Retry-After while there is too much to do: quickly, before anything is read or asked of the database. Give
 * it a part before any other hook is added there.
 */
export function createLoadShedding(
  app: FastifyInstance,
  { limits, spares, lag = meterOf(app), unavailability }: LoadShedding,
): (part: FastifyInstance) => void {
  const inFlight = new Set<FastifyReply>()
  const lateBodies = createLateBodies(limits.lateBodies)
  const setAside = new WeakSet<FastifyReply>()

  /** What is sent takes little from there on, though it may take long: a live connection lasts for hours. */
  const isFull = () => {
    if (inFlight.size < limits.inFlight) return false
    for (const reply of inFlight) if (reply.raw.headersSent) inFlight.delete(reply)
    return inFlight.size >= limits.inFlight
  }

  const noteRefusal = () =>
    unavailability.note(app.log, 'overload', { inFlight: inFlight.size, lag: Math.round(lag()) })

  /** Lets it in, or answers 503 and says false. */
  const letIn = (request: FastifyRequest, reply: FastifyReply): boolean => {
    if ((isFull() || lag() >= limits.lag) && !spares(request)) {
      noteRefusal()
      sendProblem(REFUSAL, request, reply)
      return false
    }
    inFlight.add(reply)
    return true
  }

  /** Who sends a body slowly is no load: else a few hundred of them would have everybody refused. */
  const setAsideIfLate = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.raw.complete !== false || reply.raw.headersSent || request.raw.destroyed) return
    inFlight.delete(reply)
    setAside.add(reply)
    if (lateBodies.add(request, reply)) return
    noteRefusal()
    request.raw.destroy()
  }

  return (part) => {
    part.addHook('onRequest', (request, reply, done) => {
      if (!letIn(request, reply)) return
      // Also who hangs up before the answer.
      reply.raw.on('close', () => inFlight.delete(reply))
      // A body that came with the head has been read to its end by then.
      if (hasBody(request)) setImmediate(setAsideIfLate, request, reply)
      done()
    })
    part.addHook('preValidation', (request, reply, done) => {
      const isLate = setAside.delete(reply) && !reply.raw.destroyed
      if (isLate && !letIn(request, reply)) return
      done()
    })
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
