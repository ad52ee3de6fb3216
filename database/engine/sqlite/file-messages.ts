import type { Listener, StopListening } from '../engine.ts'

/**
 * What `pg_notify` is on SQLite: messages wait for the commit and then go to who listens in this process. Other
 * processes on the same file hear nothing (see changes.rationale.md).
 */
export class FileMessages {
  readonly #listeners = new Set<Listener>()
  #waiting: string[] = []

  add(message: string): void {
    this.#waiting.push(message)
  }

  forget(): void {
    this.#waiting = []
  }

  /** After the commit. Listeners run in a later turn: none of them may fail or delay the transaction that tells them. */
  send(): void {
    if (this.#waiting.length === 0) return
    const messages = this.#waiting
    this.#waiting = []
    setImmediate(() => {
      for (const listener of this.#listeners) for (const message of messages) listener.heard(message)
    })
  }

  listen(listener: Listener): StopListening {
    this.#listeners.add(listener)
    listener.connected()
    return async () => {
      this.#listeners.delete(listener)
    }
  }
}
