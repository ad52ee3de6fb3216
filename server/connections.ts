import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { createServer, Server, type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'

/** ms each */
export interface ConnectionLimits {
  /** for the head of a request, which fits in one packet */
  headers: number
  /** for all of a request: what a student sends fits in one packet, and a list of 2 MB takes 1.6 Mbit/s */
  request: number
  /** without a byte in either direction; an open stream of events gets a heartbeat more often */
  idle: number
  /** between requests; longer than the 60 s that web servers in front keep theirs, so that it is them who close */
  keepAlive: number
  /** how often it is looked who is late */
  look: number
}

const USUAL: ConnectionLimits = { headers: 10_000, request: 10_000, idle: 120_000, keepAlive: 72_000, look: 1_000 }

/** A client that sends a byte now and then would otherwise hold a connection for good: Fastify switches Node's own limit off. */
export function connectionOptions(given: Partial<ConnectionLimits> = {}) {
  const { headers, request, idle, keepAlive, look } = { ...USUAL, ...given }
  return {
    requestTimeout: request,
    connectionTimeout: idle,
    keepAliveTimeout: keepAlive,
    // Judged by `refuseAmbiguous`, so that the refusal is ours.
    http: { headersTimeout: headers, connectionsCheckingInterval: look, requireHostHeader: false },
  } satisfies FastifyHttpOptions<HttpServer>
}

/** Bytes that the push server is sent at most: a subscription, twice over. */
export const PUSH_BODY_LIMIT_BYTES = 16 * 1024

interface ListenOptions {
  host: string
  /** 0 takes any free port */
  port: number
  /** how many sockets listen; the tests count what one does */
  sockets?: number
}

/** A push brings thousands at once: they wait for their turn in the backlog rather than being turned away there. */
const BACKLOG = 4_096

/** Enough for 600 new students a second in turns of 50 ms, as a slow disk makes them; one more costs nothing but a descriptor. */
const SOCKETS = 32

/** Where the kernel spreads new connections over all who listen; elsewhere listening together is refused. */
const SPREADS = process.platform === 'linux'

/**
 * Listens so that a crowd is let in as fast as it comes. Node accepts one connection for each socket that listens in a
 * turn of the event loop (libuv since 1.45), and turns are long when there is much to do: with one socket everybody who
 * came stood outside for seconds, health checks among them, while those inside were answered at once. Rejects with
 * EADDRINUSE when another process has the port. Closing the app closes all.
 */
export async function listenOnManySockets(
  app: FastifyInstance,
  { host, port, sockets = SOCKETS }: ListenOptions,
): Promise<void> {
  if (!SPREADS) {
    await app.listen({ host, port, backlog: BACKLOG })
    closeGracefully(app.server)
    return
  }
  await refuseWhenTaken(host, port)
  const shared = { host, backlog: BACKLOG, reusePort: true }
  await app.listen({ ...shared, port })
  const address = app.server.address()
  if (address === null || typeof address === 'string') return
  const others = await Promise.all(
    Array.from({ length: sockets - 1 }, async () => {
      const extra = createServer((socket) => app.server.emit('connection', socket))
      await once(extra.listen({ ...shared, port: address.port }), 'listening')
      return extra
    }),
  )
  closeGracefully(app.server, others)
}

/** Two processes of one user may both listen with `reusePort`, and would share the students without anybody knowing. */
async function refuseWhenTaken(host: string, port: number): Promise<void> {
  const probe = createServer()
  await once(probe.listen({ host, port }), 'listening')
  probe.close()
  await once(probe, 'close')
}

/** ms in which a busy client, such as a web server in front, sends one more request, whose answer ends the connection */
const LAST_REQUEST_MS = 300

/** ms after which it ends though some still come; the rest of the timeout of process.ts is for their answers */
const ARRIVING_REQUEST_MS = 1_000

/** ms for who is in the middle of asking: one who never comes to an end must not keep all else from being put away */
const LAST_REPLY_MS = 3_000

/** ms */
const SHORT = 0.5

/**
 * Makes `server`, and what listens beside it and hands connections to it, end without a request lost. Node's own `close`
 * resets clients that have connected and were not accepted yet, and ends each connection that has no request at this moment,
 * though one may be on its way. Here a server lets in who stands before it and listens no more; then it answers on for
 * a moment, each answer ending its connection (see `endConnectionsWhenClosing`), and only then ends those on which nothing
 * came.
 */
export function closeGracefully(server: HttpServer, beside: readonly Server[] = []): void {
  const listening = [server, ...beside]
  const open = new Set<Socket>()
  let arrived = 0
  server.on('connection', (socket: Socket) => {
    arrived += 1
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })

  /** A turn of the event loop in which nobody came has found nobody waiting, and a short one leaves hardly time to. */
  const untilNobodyComes = async () => {
    const since = performance.now()
    for (let isQuiet = false; !isQuiet && performance.now() - since < ARRIVING_REQUEST_MS; ) {
      const [before, began] = [arrived, performance.now()]
      await nextTurn()
      isQuiet = arrived === before && performance.now() - began < SHORT
    }
  }

  const close = async () => {
    // To the end of this turn, so that the next one is whole.
    await nextTurn()
    await untilNobodyComes()
    const ended = Promise.all(listening.map((one) => once(stopListening(one), 'close')))
    await Promise.race([ended, delay(LAST_REQUEST_MS)])
    // Requests that have arrived are read first, in a turn that is short: a web server in front assigns no other
    // requests to this process.
    await untilNobodyComes()
    server.closeIdleConnections()
    // Node counts as busy who never said a word: browsers open such connections, in case there will be something to ask.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    await Promise.race([ended, delay(LAST_REPLY_MS)])
    server.closeAllConnections()
    await ended
  }
  server.close = (done) => {
    close().then(() => done?.(), done)
    return server
  }
}

/** Without ending connections, as `close` of a server of HTTP would. It emits 'close' once the last has ended by itself. */
const stopListening = (server: Server): Server => Server.prototype.close.call(server)
