import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { createServer, Server, type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'

/** Timeouts in ms. */
export interface ConnectionLimits {
  /** for the head of a request, which fits in one packet */
  headers: number
  /** for a whole request: a student's fits in one packet, and a list of 2 MB needs 1.6 Mbit/s */
  request: number
  /** without a byte in either direction; open event streams get heartbeats more often */
  idle: number
  /** between requests; longer than the 60 s of proxies in front, so that they close first */
  keepAlive: number
  /** interval in which timeouts are checked */
  look: number
}

const USUAL: ConnectionLimits = { headers: 10_000, request: 10_000, idle: 120_000, keepAlive: 72_000, look: 1_000 }

/** Options for Node. Clients that send a byte now and then could hold connections: Fastify turns Node's own limit off. */
export function connectionOptions(given: Partial<ConnectionLimits> = {}) {
  const { headers, request, idle, keepAlive, look } = { ...USUAL, ...given }
  return {
    requestTimeout: request,
    connectionTimeout: idle,
    keepAliveTimeout: keepAlive,
    // Checked by `refuseAmbiguous`, so that the refusal has our headers.
    http: { headersTimeout: headers, connectionsCheckingInterval: look, requireHostHeader: false },
  } satisfies FastifyHttpOptions<HttpServer>
}

/** A start may take long on a busy machine: Fastify's ten seconds would end the server, and the next start would be as slow. */
export const noStartLimit = { pluginTimeout: 0 } satisfies FastifyHttpOptions<HttpServer>

/** Most bytes of a request to the push server: twice a subscription. */
export const PUSH_BODY_LIMIT_BYTES = 16 * 1024

interface ListenOptions {
  host: string
  /** 0 means any free port */
  port: number
  /** number of listening sockets; tests use one to measure it */
  sockets?: number
}

/** Connections that may wait to be accepted: a push brings thousands at once. */
const BACKLOG = 4_096

/** Enough for 600 new students a second with event loop turns of 50 ms, as on a slow disk; one more costs only a descriptor. */
const SOCKETS = 32

/** Whether the kernel spreads new connections over all sockets of a port; elsewhere a second socket is refused. */
const SPREADS = process.platform === 'linux'

/**
 * Listens on many sockets, to accept a crowd quickly. Node accepts one connection per listening socket and turn of the event
 * loop (libuv since 1.45), and turns are long under load: with one socket, new clients, including health checks, waited for
 * seconds while accepted ones were answered at once. Rejects with EADDRINUSE if another process has the port. Closing the app
 * closes all sockets.
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

/** Rejects if the port is in use: with `reusePort` two processes could both listen and unnoticed share the students. */
async function refuseWhenTaken(host: string, port: number): Promise<void> {
  const probe = createServer()
  await once(probe.listen({ host, port }), 'listening')
  probe.close()
  await once(probe, 'close')
}

/** ms in which a busy client, such as a proxy in front, sends one more request, whose answer ends the connection */
const LAST_REQUEST_MS = 300

/** ms of waiting for arriving connections; the rest of the timeout in process.ts is for their answers */
const ARRIVING_REQUEST_MS = 1_000

/** ms for unfinished requests; an endless one must not keep the rest from being closed */
const LAST_REPLY_MS = 3_000

/** ms; a shorter turn of the event loop counts as quiet */
const SHORT_TURN_MS = 0.5

/**
 * Makes `server`, and the sockets in `beside` that hand connections to it, close without losing a request. Node's own `close`
 * resets clients that have connected but were not accepted, and ends each connection without a request at this moment, though
 * one may be on its way. This one accepts those clients and stops listening; then it answers for a moment longer, each answer
 * ending its connection (see `endConnectionsWhenClosing`), and only then ends connections without a request.
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

  /** Waits for a short turn of the event loop without new connections: then hardly any can be waiting. */
  const untilNobodyComes = async () => {
    const since = performance.now()
    for (let isQuiet = false; !isQuiet && performance.now() - since < ARRIVING_REQUEST_MS; ) {
      const [before, began] = [arrived, performance.now()]
      await nextTurn()
      isQuiet = arrived === before && performance.now() - began < SHORT_TURN_MS
    }
  }

  const close = async () => {
    // Ends this turn, so that the next one is measured from its start.
    await nextTurn()
    await untilNobodyComes()
    const ended = Promise.all(listening.map((one) => once(stopListening(one), 'close')))
    await Promise.race([ended, delay(LAST_REQUEST_MS)])
    // Reads requests that have arrived first, in a short turn: a proxy in front sends this process no more requests.
    await untilNobodyComes()
    server.closeIdleConnections()
    // Node counts connections without a single request as busy; browsers open such connections in advance.
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

/** Stops listening without ending connections, unlike an HTTP server's `close`. Emits 'close' after the last one ended. */
const stopListening = (server: Server): Server => Server.prototype.close.call(server)
