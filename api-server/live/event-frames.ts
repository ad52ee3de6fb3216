import type { LiveNews } from '#contract/app-events.ts'
import type { LiveHello } from '#contract/live.ts'
import { type EventId, writeEventId } from './event-id.ts'

/** Lines of text/event-stream (WHATWG HTML, 9.2.6). */

export const helloFrame = (id: EventId, hello: LiveHello): string => frame(id, 'hello', hello)

export const newsFrame = (id: EventId, { name, ...news }: LiveNews): string => frame(id, name, news)

/** Says that the connection stands, and moves the id on, so that who was told nothing for long has missed nothing. */
export const heartbeatFrame = (id: EventId): string => `id: ${writeEventId(id)}\n\n`

const frame = (id: EventId, event: string, data: object): string =>
  `id: ${writeEventId(id)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
