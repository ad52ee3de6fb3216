import { fork } from 'node:child_process'
import { once } from 'node:events'
import { PUSH_SERVER_FLAGS } from '../../../scripts/product/start-servers.ts'
import { COMPILED } from '../../../scripts/root.ts'
import type { AnsweringServices } from './answering-services.ts'

export interface Sent {
  /** from the first to the last answer */
  ms: number
  /** µs of the processor, for each push */
  cpu: number
  /** MB at its most */
  memory: number
  /** connections that were made to the push service that had most of them */
  connections: number
}

/** So many pushes by a process of their own, spread over these push services. */
export async function sendApart(
  by: 'ours' | 'web-push',
  count: number,
  { ca, take }: AnsweringServices,
  origins: readonly string[],
): Promise<Sent> {
  await take()
  const child = fork(new URL('sending-process.ts', import.meta.url), [by, String(count), ca, ...origins], {
    // As the product starts its push server.
    execArgv: ['--import', './scripts/product/end-with-parent.ts', ...PUSH_SERVER_FLAGS],
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
  })
  const [sent] = await once(child, 'message')
  const taken = await take()
  return { ...sent, connections: Math.max(...taken.map(({ connections }) => connections)) }
}
