import type { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type * as schemas from './live.schema.ts'

/**
 * Changes for the caller. With `accept: text/event-stream` it stays open and carries all events (app-events.ts); else it ends
 * after what happened since the event that the header `last-event-id` names. Either begins with `hello`.
 */
export const readLive = endpoint<typeof schemas.readLiveSchemas>('GET', '/live')

/**
 * So often (ms) a stream says that it is still there, so that a screen knows within ten seconds when the server is gone.
 * To 5,000 streams that is some 50 ms of work.
 */
export const HEARTBEAT_MS = 4_000

/** The event `hello`. */
export type LiveHello = z.output<typeof schemas.liveHelloSchema>
