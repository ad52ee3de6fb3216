import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { closeGently } from './close-gently.ts'

export interface Door {
  host: string
  /** 0 takes any free port */
  port: number
  /** how many doors; the tests count what one does */
  doors?: number
}

/** A push brings thousands at once: they wait for their turn in the backlog rather than being turned away there. */
const BACKLOG = 4_096

/** Enough for 600 new students a second in turns of 50 ms, as a slow disk makes them; one more costs nothing but a descriptor. */
const DOORS = 32

/** Where the kernel spreads new connections over all who listen; elsewhere listening together is refused. */
const SPREADS = process.platform === 'linux'

/**
 * Listens so that a crowd is let in as fast as it comes. Node accepts one connection for each socket that listens in a
 * turn of the event loop (libuv since 1.45), and turns are long when there is much to do: with one socket everybody who
 * came stood outside for seconds, health checks among them, while those inside were answered at once. Rejects with
 * EADDRINUSE when another process has the port. Closing the app closes all.
 */
export async function listenForCrowd(app: FastifyInstance, { host, port, doors = DOORS }: Door): Promise<void> {
  if (!SPREADS) {
    await app.listen({ host, port, backlog: BACKLOG })
    closeGently(app.server)
    return
  }
  await refuseWhenTaken(host, port)
  const shared = { host, backlog: BACKLOG, reusePort: true }
  await app.listen({ ...shared, port })
  const address = app.server.address()
  if (address === null || typeof address === 'string') return
  const others = await Promise.all(
    Array.from({ length: doors - 1 }, async () => {
      const door = createServer((socket) => app.server.emit('connection', socket))
      await once(door.listen({ ...shared, port: address.port }), 'listening')
      return door
    }),
  )
  closeGently(app.server, others)
}

/** Two processes of one user may both listen with `reusePort`, and would share the students without anybody knowing. */
async function refuseWhenTaken(host: string, port: number): Promise<void> {
  const probe = createServer()
  await once(probe.listen({ host, port }), 'listening')
  probe.close()
  await once(probe, 'close')
}
