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
