import { createActor, fromPromise } from 'xstate'
import { type ConnectionActor, connectionMachine } from '#src/offline/connection.machine.ts'

const ANSWER_WITHIN_MS = 5_000

/** The liveness route asks nothing of the database, so that a server in trouble is not troubled more. */
const askServer = fromPromise<void>(async ({ signal }) => {
  const reply = await fetch('/health/live', {
    cache: 'no-store',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  })
  if (!reply.ok) throw new Error(`The server answers ${reply.status}`)
})

export const connection: ConnectionActor = createActor(connectionMachine.provide({ actors: { askServer } }))

export function startConnection(): void {
  connection.start()
  window.addEventListener('offline', () => connection.send({ type: 'device.offline' }))
  window.addEventListener('online', () => connection.send({ type: 'device.online' }))
}
