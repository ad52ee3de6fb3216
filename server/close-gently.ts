import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'

/** ms in which whoever is busy, as a web server in front is, asks once more and is told to take another connection */
const FAREWELL = 300

/** ms after which it ends though some still come; the rest of the patience of shutdown.ts is for their answers */
const STILL_COMING = 1_000

/** ms for who is in the middle of asking: one who never comes to an end must not keep all else from being put away */
const LAST_WORDS = 3_000

/** ms */
const SHORT = 0.5

/**
 * Makes `server`, and what listens beside it and hands connections to it, end without a request lost. Node's own `close`
 * resets whoever has connected and was not let in yet, and ends each connection that has no request at this moment,
 * though one may be on its way. Here a server lets in who stands before it and listens no more; then it answers on for
 * a moment, each answer ending its connection (see `endConnectionsWhenClosing`), and only then ends those on which nothing
 * came.
 */
export function closeGently(server: HttpServer, beside: readonly Server[] = []): void {
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
    for (let isQuiet = false; !isQuiet && performance.now() - since < STILL_COMING; ) {
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
    await Promise.race([ended, delay(FAREWELL)])
    server.closeIdleConnections()
    // Node counts as busy who never said a word: browsers open such connections, in case there will be something to ask.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    await Promise.race([ended, delay(LAST_WORDS)])
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
