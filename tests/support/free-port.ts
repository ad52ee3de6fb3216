import { once } from 'node:events'
import { createServer } from 'node:net'

const given = new Set<number>()

/** Finds a port that nobody listens on, another one each time: the system may give the same one twice in a row. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  if (given.has(address.port)) return freePort()
  given.add(address.port)
  return address.port
}
