import { onTestFinished } from 'vitest'
import { openSourceServer, type ServedSchool, type SourceServer } from './source-server.ts'

/** Starts a server of the Open Education API on this machine, closed after the test. */
export async function startSourceServer(given: Partial<ServedSchool> = {}): Promise<SourceServer> {
  const server = await openSourceServer(given)
  onTestFinished(server.close)
  return server
}
