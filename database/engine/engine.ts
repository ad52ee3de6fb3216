/** Receives the messages that committed transactions sent by `pg_notify('app_event', …)`, in this process and in others. */
export interface Listener {
  received(message: string): void
  /** All messages are received from now on; between the last `disconnected` and now some may have been missed. */
  connected(): void
  disconnected(): void
}

/** Stops listening; resolves when everything is closed. */
export type StopListening = () => Promise<void>

/** Load on a process's access to its database, by engine. */
export type EngineLoad =
  | {
      engine: 'postgres'
      /** connections in use, and idle ones */
      inUse: number
      idle: number
      waiting: number
    }
  | {
      engine: 'sqlite'
      /** how often since the start another process held the write lock longer than SQLite's own wait */
      busyWaits: number
      /** total time of these waits (ms) */
      busyMs: number
    }

/** PostgreSQL server that replicates this one. */
export interface Standby {
  name: string
  /** 'streaming' when all is well; null if this role may not see it */
  state: string | null
  /** bytes that are not on its disk yet; null if unknown */
  lag: number | null
}

/** Thrown at the commit of a transaction in which a statement failed and its error was caught. */
export class SwallowedFailure extends Error {
  constructor(options?: ErrorOptions) {
    super('Nothing was committed, since a statement in this transaction failed: let its error end the work.', options)
  }
}
