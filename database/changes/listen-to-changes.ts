import { randomUUID } from 'node:crypto'
import type { Database } from '#database/engine/open-database.ts'
import { quietActions } from '#domain/audit/audit.schema.ts'
import { sendMessage } from './announce.ts'
import type { Change } from './change.ts'

export interface ChangeListener {
  changed(changes: readonly Change[]): void
  /** A change may have been missed. */
  missed(): void
}

export interface ChangeListening {
  /** Resolves once changes are received, or once it is clear that they have to be looked for. */
  ready: Promise<void>
  stop(): Promise<void>
}

/** How long (ms) a message of our own may take before the connection counts as deaf, as it is behind a pooler. */
const PROBE_TIMEOUT_MS = 3_000

/**
 * Receives all changes that any process announces. Where listening does not work (PostgreSQL away, or a pooler between),
 * the audit is watched instead: then `missed` says that an administrator or a schedule changed something.
 */
export function listenToChanges(
  database: Database,
  { changed, missed }: ChangeListener,
  { probeTimeout = PROBE_TIMEOUT_MS } = {},
): ChangeListening {
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>()
  const probe = `probe ${randomUUID()}`
  let timeout: NodeJS.Timeout | undefined
  let watch: { stop(): void } | undefined

  const wait = (ms: number) => {
    clearTimeout(timeout)
    timeout = setTimeout(lookInstead, ms)
  }
  const lookInstead = () => {
    watch ??= watchAudit(database, missed)
    isReady()
  }
  const settle = () => {
    clearTimeout(timeout)
    watch?.stop()
    watch = undefined
    isReady()
  }

  // Before there is a connection, or there never is one.
  wait(2 * probeTimeout)
  const stopListening = database.listen({
    received: (message) => {
      if (message === probe) settle()
      // Written by `announce` of this or another process; the type of a text cannot say so.
      else if (message.startsWith('[')) changed(JSON.parse(message) as Change[])
    },
    connected: () => {
      missed()
      wait(probeTimeout)
      sendMessage(database.kysely, probe).catch(() => undefined)
    },
    disconnected: () => {
      clearTimeout(timeout)
      lookInstead()
    },
  })

  return {
    ready,
    stop: async () => {
      clearTimeout(timeout)
      watch?.stop()
      await stopListening()
    },
  }
}

/** Within the 2 s in which an open screen shows a change. */
const POLL_MS = 1_000

/** Looks every second whether an administrator or a schedule changed anything; a question of some microseconds. */
function watchAudit({ kysely }: Database, changed: () => void): { stop(): void } {
  let last: number | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const lastLine = async () => {
    const row = await kysely
      .selectFrom('audit')
      .select(({ fn }) => fn.max<number | null>('id').as('id'))
      .executeTakeFirst()
    return row?.id ?? 0
  }
  const linesAfter = (after: number) =>
    kysely
      .selectFrom('audit')
      .select(({ fn, eb }) => [
        fn.max<number | null>('id').as('id'),
        // A login changes nothing that a screen shows, and thousands log in at once.
        fn
          .count('id')
          .filterWhere(eb('action', 'not in', quietActions))
          .as('edits'),
      ])
      .where('id', '>', after)
      .executeTakeFirstOrThrow()
  const look = async () => {
    try {
      if (last === undefined) last = await lastLine()
      else {
        const { id, edits } = await linesAfter(last)
        if (Number(edits) > 0) changed()
        last = id ?? last
      }
    } catch {
      // The database is away: what changes meanwhile is found when it is back.
    }
    if (!stopped) timer = setTimeout(look, POLL_MS)
  }
  void look()

  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
