import { z } from 'zod'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { read } from './call.schema.ts'
import { shown } from './endpoint.schema.ts'
import type { ReplyOf } from './endpoint.ts'

/** A UUID; the app prefixes the time (`newKey` of src/api/keyed-writes.ts). */
const WRITE_KEY = /^(?:[\da-z]{8,9}-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export const writeKeySchema = shown(z.string().regex(WRITE_KEY), '0b8e1c52-6f0f-4c6e-9a8e-3f5f0f6f2a11')

/** Reply (208) to a write that was done before with this key, if its own reply cannot be made again. */
export const doneSchema = shown(
  z.object({
    outcome: z.literal('done'),
    status: z.int(),
    ids: z.array(z.object({ kind: z.string(), id: idSchema })),
  }),
  { outcome: 'done', status: 201, ids: [{ kind: 'testmoment', id: 12 }] },
)

const unknownSchema = z.object({ outcome: z.enum(['running', 'not-received']) })

/** For 24 hours. An unknown key is stored as used, so that the write cannot be carried out after this reply. */
export const getOutcome = read('/outcomes/:key', {
  reach: 'account',
  summary: 'What became of your write by its key; one that was not received is refused from then on',
  params: z.object({ key: writeKeySchema }),
  reply: shown(z.union([doneSchema, unknownSchema]), {
    outcome: 'done',
    status: 201,
    ids: [{ kind: 'testmoment', id: 12 }],
  }),
})

/**
 * Outcome of a write whose answer was lost. `done`: it was carried out and answered with `status`. `running`: ask again.
 * `not-received`: nothing was done with this key, and nothing will be: a request that arrives later is refused
 * (`write-too-late`).
 */
export type WriteOutcome = ReplyOf<typeof getOutcome>

/** Record that a write made or changed, with the log's name for its kind. */
export type OutcomeId = z.output<typeof doneSchema>['ids'][number]
