import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from './error-handler.ts'
import { startLagMeter } from './loop-lag.ts'
import { unavailable } from './problem.ts'

/** From where on a server refuses, see load-shedding.rationale.md. */
export interface LoadLimits {
  /** requests whose answer is not made yet */
  inFlight: number
  /** ms by which the event loop is late */
  lag: number
}

export interface LoadShedding {
  limits: LoadLimits
  /** what is answered however busy it is */
  spares(request: FastifyRequest): boolean
  /** ms; by a meter of its own unless given */
  lag?: (() => number) | undefined
  /** hears of each refusal */
  refused?: () => void
}

/** One for all: what an error notes of where it was made takes a quarter of the time that a refusal may take. */
const REFUSAL = unavailable()

/** An operator wants to know that it happens, not each time. */
const TELL_EVERY_MS = 10_000

/**
 * Refuses what is asked of `app`, and of all that is registered in it, with 503 and Retry-After while there is too much
 * to do: quickly, before anything is read or asked of the database. Call it before any other hook is added.
 */
export function shedLoad(app: FastifyInstance, { limits, spares, lag = meterOf(app), refused }: LoadShedding): void {
  const inFlight = new Set<FastifyReply>()
  const tell = createTeller(app)

  /** What is sent takes little from there on, though it may take long: a live connection lasts for hours. */
  const isFull = () => {
    if (inFlight.size < limits.inFlight) return false
    for (const reply of inFlight) if (reply.raw.headersSent) inFlight.delete(reply)
    return inFlight.size >= limits.inFlight
  }

  app.addHook('onRequest', (request, reply, done) => {
    const busy = isFull() || lag() >= limits.lag
    if (busy && !spares(request)) {
      refused?.()
      tell({ inFlight: inFlight.size, lag: Math.round(lag()) })
      sendProblem(REFUSAL, request, reply)
      return
    }
    inFlight.add(reply)
    // Also who hangs up before the answer.
    reply.raw.on('close', () => inFlight.delete(reply))
    done()
  })
}

function meterOf(app: FastifyInstance): () => number {
  const meter = startLagMeter()
  app.addHook('onClose', async () => meter.stop())
  return meter.lag
}

function createTeller(app: FastifyInstance) {
  let refused = 0
  let told = Number.NEGATIVE_INFINITY
  return (load: { inFlight: number; lag: number }) => {
    refused += 1
    if (performance.now() - told < TELL_EVERY_MS) return
    told = performance.now()
    app.log.warn({ ...load, refused }, 'too much to do: refusing')
    refused = 0
  }
}
