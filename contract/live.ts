import type { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type * as schemas from './live.schema.ts'

/**
 * Sends changes to the caller. With `accept: text/event-stream` it stays open and sends all events (app-events.ts); otherwise
 * it ends after the events since the one named by the header `last-event-id`. Both begin with `hello`.
 */
export const readLive = endpoint<typeof schemas.readLiveSchemas>('GET', '/live')

/**
 * Interval (ms) of a stream's heartbeats, so that a screen knows within ten seconds when the server is unreachable. For 5,000
 * streams one takes about 50 ms of work.
 */
export const HEARTBEAT_MS = 4_000

/** The event `hello`. */
export type LiveHello = z.output<typeof schemas.liveHelloSchema>
