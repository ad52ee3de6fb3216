import { z } from 'zod'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { shown } from './endpoint.schema.ts'

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

export const getOutcomeSchemas = {
  params: z.object({ key: writeKeySchema }),
  reply: shown(z.union([doneSchema, unknownSchema]), {
    outcome: 'done',
    status: 201,
    ids: [{ kind: 'testmoment', id: 12 }],
  }),
}
