import { z } from 'zod'
import type { SchemasOf } from './endpoint.schema.ts'
import type { LiveHello, LiveNews, readLive } from './live.ts'
import { EVENT_STREAM } from './live.ts'

export const readLiveSchemas = {
  reply: z.string().meta({ contentMediaType: EVENT_STREAM }),
} satisfies SchemasOf<typeof readLive>

export const liveHelloSchema = z.object({
  server_time: z.int(),
  release: z.string().nullable(),
}) satisfies z.ZodType<LiveHello>

export const liveNewsSchema = z.object({
  kind: z.enum(['school', 'testmoment', 'own', 'enrollments', 'users', 'everything']),
  id: z.int().optional(),
  spread: z.int().min(0),
}) satisfies z.ZodType<LiveNews>
