import { z } from 'zod'
import type { AppEventName, LiveNews } from './app-events.ts'
import type { SchemasOf } from './endpoint.schema.ts'
import type { LiveHello, readLive } from './live.ts'
import { EVENT_STREAM } from './live.ts'

export const readLiveSchemas = {
  reply: z.string().meta({ contentMediaType: EVENT_STREAM }),
} satisfies SchemasOf<typeof readLive>

export const liveHelloSchema = z.object({
  server_time: z.int(),
  release: z.string().nullable(),
}) satisfies z.ZodType<LiveHello>

const isEvent = {
  testmomentCreated: true,
  testmomentEdited: true,
  testmomentDeleted: true,
  enrollmentsChanged: true,
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

/** The data of an event. */
export const liveNewsSchema = z.object({
  id: z.int().optional(),
  own: z.literal(true).optional(),
  spread: z.int().min(0),
}) satisfies z.ZodType<Omit<LiveNews, 'name'>>
