import { createActor, fromPromise } from 'xstate'
import {
  type ConnectionActor,
  connectionMachine,
  type ListsRead,
  type Renewal,
} from '#src/offline/connection.machine.ts'

/** The liveness route does not use the database, so that it adds no load to a server in trouble. */
const askServer = fromPromise<void, { timeout: number }>(async ({ input }) => {
  const reply = await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(input.timeout) })
  if (!reply.ok) throw new Error(`The server answers ${reply.status}`)
})

type RenewScreen = (renewal: Renewal) => Promise<void>

let renewScreen: RenewScreen = async () => undefined

/** Fetches the current screen's data again; resolves when that is done, also after a failure. */
export const renewNow: RenewScreen = (renewal) => renewScreen(renewal)

/** Sets how the current screen fetches its data again. Returns how to stop. */
export function onRenewal(work: RenewScreen): () => void {
  renewScreen = work
  return () => {
    renewScreen = async () => undefined
    onRead({ areKept: false, isHeld: false, hasFailed: false, updatedAt: null })
  }
}

export const connection: ConnectionActor = createActor(
  connectionMachine.provide({
    actors: { askServer, renew: fromPromise<void, Renewal>(({ input }) => renewNow(input)) },
  }),
)

export const onRead = (read: ListsRead): void => connection.send({ type: 'lists.read', ...read })

export function startConnection(): void {
  connection.start()
  if (!navigator.onLine) connection.send({ type: 'device.offline' })
  // A part of the app failed to load: after a release, or because the server is unreachable.
  window.addEventListener('vite:preloadError', () => connection.send({ type: 'server.doubted' }))
  window.addEventListener('offline', () => connection.send({ type: 'device.offline' }))
  window.addEventListener('online', () => connection.send({ type: 'device.online' }))
}
