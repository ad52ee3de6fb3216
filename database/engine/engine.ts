/** Receives the messages that committed transactions sent by `pg_notify('app_event', …)`, in this process and in others. */
export interface Listener {
  received(message: string): void
  /** From here on every message is received; between the last `disconnected` and now some may have been missed. */
  connected(): void
  disconnected(): void
}

/** Stops listening; resolves when nothing is left of it. */
export type StopListening = () => Promise<void>

/** How busy a process's way to its database is; of each engine what it has. */
export type EngineLoad =
  | {
      engine: 'postgres'
      /** connections that somebody has now, and those that wait to be used */
      inUse: number
      idle: number
      /** who waits for a connection */
      waiting: number
    }
  | {
      engine: 'sqlite'
      /** how often, since the start, another process kept the write lock longer than SQLite waits by itself */
      busyWaits: number
      /** for how long that was in all (ms) */
      busyMs: number
    }

/** Another PostgreSQL that follows this one. */
export interface Standby {
  name: string
  /** 'streaming' when all is well; null where this role may not see it */
  state: string | null
  /** bytes that it does not have on its disk yet; null where that cannot be seen */
  lag: number | null
}

/** A statement failed, its error was caught inside the transaction, and the transaction was to be committed all the same. */
export class SwallowedFailure extends Error {
  constructor(options?: ErrorOptions) {
    super('Nothing was committed, since a statement in this transaction failed: let its error end the work.', options)
  }
}
