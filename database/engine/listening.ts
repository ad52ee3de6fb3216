/** What hears the messages that committed transactions sent by `pg_notify('app_event', …)`, in this process and in others. */
export interface Listener {
  heard(message: string): void
  /** From here on all is heard; between the last `disconnected` and now some may have been missed. */
  connected(): void
  disconnected(): void
}

/** Stops listening; resolves when nothing is left of it. */
export type StopListening = () => Promise<void>
