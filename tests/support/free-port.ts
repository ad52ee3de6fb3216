import { isFree } from '../../scripts/product/start-servers.ts'

/**
 * Ports below those that Linux, macOS and Windows give to whoever asks for any, and so to each connection: a server takes seconds
 * to start, and would find one of those taken. Browsers refuse none of them.
 */
const FIRST_PORT = 20_000
const PORTS = 12_768

const given = new Set<number>()

/** Finds a port that nobody listens on, another one each time. */
export async function freePort(): Promise<number> {
  const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
  if (given.has(port) || !(await isFree('127.0.0.1', port))) return freePort()
  given.add(port)
  return port
}
