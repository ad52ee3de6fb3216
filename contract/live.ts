import { endpoint } from './endpoint.ts'

/**
 * Changes for the caller. With `accept: text/event-stream` it stays open and carries all events (app-events.ts); else it ends
 * after what happened since the event that the header `last-event-id` names. Either begins with `hello`.
 */
export const readLive = endpoint<{ reply: string }>('GET', '/live')

export const EVENT_STREAM = 'text/event-stream'

/**
 * So often (ms) a stream says that it is still there, so that a screen knows within ten seconds when the server is gone.
 * To 5,000 streams that is some 50 ms of work.
 */
export const HEARTBEAT_MS = 4_000

/** The event `hello`. */
export interface LiveHello {
  /** ms since the epoch */
  server_time: number
  /** the app that the server gives out; null where it gives none: an open page of another is old, and asks for a reload */
  release: string | null
}
