import { z } from 'zod'
import { read } from './call.schema.ts'
import { shown } from './endpoint.schema.ts'
import { EVENT_STREAM } from './endpoint.ts'

/** The stream has all events (app-events.ts); otherwise it ends after those since the one named. Both begin with `hello`. */
export const readLive = read('/live', {
  reach: 'account',
  summary: 'What is new since the event of `last-event-id`; by `accept: text/event-stream` it stays open and goes on',
  reply: shown(
    z.string().meta({ contentMediaType: EVENT_STREAM }),
    'event: hello\ndata: {"server_time":1773133200000,"release":"k3Vd0a81TqWm"}\n\n' +
      'id: 1-7\nevent: testmomentEdited\ndata: {"id":12,"spread":2000}\n\n',
  ),
})

export const liveHelloSchema = z.object({
  /** ms since the epoch */
  server_time: z.int(),
  /** release that the server serves, or null; a page of another release is old, and asks to be reloaded */
  release: z.string().nullable(),
})

export type LiveHello = z.output<typeof liveHelloSchema>
