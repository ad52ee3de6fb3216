import { once } from 'node:events'
import { createServer } from 'node:net'

/** Whether a server could listen there now. Another refusal than "in use" (no right to it, no such host) is thrown. */
export async function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen({ host, port })
    await once(probe, 'listening')
    probe.close()
    await once(probe, 'close')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
}
