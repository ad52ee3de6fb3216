import { z } from 'zod'
import type { AppEventName, LiveNews } from './app-events.ts'
import { read } from './call.ts'
import { shown } from './endpoint.schema.ts'
import { EVENT_STREAM } from './endpoint.ts'

/**
 * The stream has all events (app-events.ts); otherwise it ends after those since the one named. Both begin with `hello`.
 */
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

const isEvent = {
  testmomentCreated: true,
  testmomentEdited: true,
  testmomentDeleted: true,
  enrollmentsChanged: true,
  messagesChanged: true,
  seatsChanged: true,
  presenceChanged: true,
  resultsChanged: true,
  roomsChanged: true,
  schoolyearCreated: true,
  schoolyearEdited: true,
  moduleCreated: true,
  moduleEdited: true,
  educationDepartmentCreated: true,
  educationDepartmentEdited: true,
  userCreated: true,
  userEdited: true,
  userDeleted: true,
  eventsMissed: true,
} satisfies Record<AppEventName, true>

export const isAppEventName = (name: string): name is AppEventName => Object.hasOwn(isEvent, name)

export const liveNewsSchema = z.object({
  id: z.int().optional(),
  own: z.literal(true).optional(),
  spread: z.int().min(0),
  free: z.int().min(0).optional(),
}) satisfies z.ZodType<Omit<LiveNews, 'name'>>

export type LiveHello = z.output<typeof liveHelloSchema>
