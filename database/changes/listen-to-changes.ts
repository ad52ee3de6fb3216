import { randomUUID } from 'node:crypto'
import type { Database } from '#database/engine/open-database.ts'
import { sendMessage } from './announce.ts'
import type { Change } from './change.ts'
import { watchAudit } from './watch-audit.ts'

export interface ChangeListener {
  heard(changes: Change[]): void
  /** Something may have changed that was not heard. */
  missed(): void
}

export interface ChangeListening {
  /** Resolves when changes are heard from now on, or it is clear that they have to be looked for. */
  ready: Promise<void>
  stop(): Promise<void>
}

/** How long (ms) a message of our own may take before the connection counts as deaf, as it is behind a pooler. */
const PROBE_PATIENCE = 3_000

/**
 * Hears all changes that any process announces. Where listening does not work (PostgreSQL away, or a pooler between),
 * the audit is watched instead: then `missed` tells that an administrator or a schedule changed something.
 */
export function listenToChanges(
  database: Database,
  { heard, missed }: ChangeListener,
  { probePatience = PROBE_PATIENCE } = {},
): ChangeListening {
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>()
  const probe = `probe ${randomUUID()}`
  let patience: NodeJS.Timeout | undefined
  let watch: { stop(): void } | undefined

  const wait = (ms: number) => {
    clearTimeout(patience)
    patience = setTimeout(lookInstead, ms)
  }
  const lookInstead = () => {
    watch ??= watchAudit(database, missed)
    isReady()
  }
  const hear = () => {
    clearTimeout(patience)
    watch?.stop()
    watch = undefined
    isReady()
  }

  // Before there is a connection, or there never is one.
  wait(2 * probePatience)
  const stopListening = database.listen({
    heard: (message) => {
      if (message === probe) hear()
      // By `announce` of this or another process, which a text cannot tell.
      else if (message.startsWith('[')) heard(JSON.parse(message) as Change[])
    },
    connected: () => {
      missed()
      wait(probePatience)
      sendMessage(database.kysely, probe).catch(() => undefined)
    },
    disconnected: () => {
      clearTimeout(patience)
      lookInstead()
    },
  })

  return {
    ready,
    stop: async () => {
      clearTimeout(patience)
      watch?.stop()
      await stopListening()
    },
  }
}
