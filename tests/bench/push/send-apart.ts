import { startProgram } from '#tests/harness/programs.ts'
import { type AnsweringServices, AS_PUSH_SERVER } from '#tests/harness/push/answering-services.ts'

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

/** Sends this many pushes from a process of its own, spread over these push services. */
export async function sendApart(
  by: 'ours' | 'web-push',
  count: number,
  { ca, take }: AnsweringServices,
  origins: readonly string[],
): Promise<Sent> {
  await take()
  const args = [by, String(count), ca, ...origins]
  const sent = await startProgram('tests/bench/push/sending-process.ts', { ...AS_PUSH_SERVER, args }).said<Sent>()
  const taken = await take()
  return { ...sent, connections: Math.max(...taken.map(({ connections }) => connections)) }
}
