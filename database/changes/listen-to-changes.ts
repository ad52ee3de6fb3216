import { randomUUID } from 'node:crypto'
import type { Database } from '#database/engine/open-database.ts'
import { quietActions } from '#domain/audit/audit.schema.ts'
import { sendMessage } from './announce.ts'
import type { Change } from './change.ts'

export interface ChangeListener {
  changed(changes: readonly Change[]): void
  missed(): void
}

export interface ChangeListening {
  /** Resolves once changes are received, or once it is clear that polling is needed. */
  ready: Promise<void>
  stop(): Promise<void>
}

/** ms within which our own probe message must arrive; else the connection receives no messages, as behind a pooler. */
const PROBE_TIMEOUT_MS = 3_000

/**
 * Receives all changes that any process announces. If listening does not work (PostgreSQL unavailable, or a pooler in between),
 * it polls the audit table instead: `missed` then says that an administrator or a schedule changed something.
 */
export function listenToChanges(
  database: Database,
  { changed, missed }: ChangeListener,
  { probeTimeout = PROBE_TIMEOUT_MS } = {},
): ChangeListening {
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>()
  const probe = `probe ${randomUUID()}`
  let timeout: NodeJS.Timeout | undefined
  let watch: ReturnType<typeof watchAudit> | undefined

  const wait = (ms: number) => {
    clearTimeout(timeout)
    timeout = setTimeout(pollInstead, ms)
  }
  const pollInstead = () => {
    watch ??= watchAudit(database, missed)
    void watch.began.then(isReady)
  }
  const settle = () => {
    clearTimeout(timeout)
    watch?.stop()
    watch = undefined
    isReady()
  }

  // Covers the time before there is a connection, or if there never is one.
  wait(2 * probeTimeout)
  const stopListening = database.listen({
    received: (message) => {
      if (message === probe) settle()
      // Messages are written only by `announce`, of this or another process; the type of a text cannot express that.
      else if (message.startsWith('[')) changed(JSON.parse(message) as Change[])
    },
    connected: () => {
      missed()
      wait(probeTimeout)
      sendMessage(database.kysely, probe).catch(() => undefined)
    },
    disconnected: () => {
      clearTimeout(timeout)
      pollInstead()
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

/** ms between two polls, within the 2 s in which an open screen shows a change. */
const POLL_MS = 1_000

/** Polls every second whether an administrator or a schedule changed anything; the query takes some microseconds. */
function watchAudit({ kysely }: Database, changed: () => void): { began: Promise<void>; stop(): void } {
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
        // Skips logins: no screen shows them, and thousands log in at once.
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
      // The database is unavailable: changes meanwhile are found when it is back.
    }
    if (!stopped) timer = setTimeout(look, POLL_MS)
  }
  return {
    /** Resolves once it knows the last line: later ones are noticed. */
    began: look(),
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
