import type { ServerResponse } from 'node:http'
import type { LiveReader } from './reader.ts'

/** So much unread means that nobody reads; some hundred events, of which one would do. */
const UNREAD_LIMIT = 16 * 1024

/** ms in which the last words are to be read */
const FAREWELL = 5_000

/** One open connection. */
export class LiveStream {
  readonly reader: LiveReader
  /** when it began (ms since the epoch), later than all before it in this process */
  readonly opened: number
  readonly #response: ServerResponse

  constructor(reader: LiveReader, response: ServerResponse, opened: number) {
    this.reader = reader
    this.opened = opened
    this.#response = response
  }

  /** Whoever does not read is let go: they come back and are told what they missed. */
  write(frame: string | Buffer): void {
    if (this.#response.writableEnded || this.#response.destroyed) return
    this.#response.write(frame)
    if (this.#response.writableLength > UNREAD_LIMIT) this.#response.destroy()
  }

  /** The client may come back within `retry` ms, at a moment of its choice. */
  end(retry: number): void {
    if (this.#response.writableEnded) return
    this.#response.end(`retry: ${retry}\n\n`)
    // Who does not read would never see the end, and keep the connection.
    setTimeout(() => this.#response.destroy(), FAREWELL).unref()
  }
}
