import { z } from 'zod'
import {
  pushDeviceSchema,
  pushPreferenceSchema,
  pushSecretSchema,
  pushSubscriptionSchema,
} from '#domain/push/push.schema.ts'
import { byIdSchema, type SchemasOf } from './endpoint.schema.ts'
import { entityReplySchema, listReplySchema } from './list.schema.ts'
import type * as push from './push.ts'

const proofSchema = z.object({ endpoint: z.string().min(1).max(2_048), secret: pushSecretSchema })
const deviceReplySchema = entityReplySchema(pushDeviceSchema)

export const readPushKeySchemas = {
  reply: z.object({ key: z.string() }),
} satisfies SchemasOf<typeof push.readPushKey>

export const savePushDeviceSchemas = {
  body: z.object({ subscription: pushSubscriptionSchema, secret: pushSecretSchema, asked: z.boolean() }),
  reply: deviceReplySchema.extend({ key: z.string() }),
} satisfies SchemasOf<typeof push.savePushDevice>

export const listPushDevicesSchemas = {
  reply: listReplySchema(pushDeviceSchema),
} satisfies SchemasOf<typeof push.listPushDevices>

export const deletePushDeviceSchemas = {
  params: byIdSchema,
  reply: deviceReplySchema,
} satisfies SchemasOf<typeof push.deletePushDevice>

export const testPushDeviceSchemas = {
  params: byIdSchema,
  reply: z.object({ answer: z.enum(['accepted', 'gone', 'refused', 'busy', 'unreachable']) }),
} satisfies SchemasOf<typeof push.testPushDevice>

export const readPushPreferenceSchemas = {
  reply: pushPreferenceSchema,
} satisfies SchemasOf<typeof push.readPushPreference>

export const editPushPreferenceSchemas = {
  body: pushPreferenceSchema,
  reply: entityReplySchema(pushPreferenceSchema),
} satisfies SchemasOf<typeof push.editPushPreference>

export const renewPushDeviceSchemas = {
  body: proofSchema.extend({ subscription: pushSubscriptionSchema }),
  reply: deviceReplySchema,
} satisfies SchemasOf<typeof push.renewPushDevice>

export const forgetPushDeviceSchemas = {
  body: proofSchema,
  reply: z.object({ forgotten: z.literal(true) }),
} satisfies SchemasOf<typeof push.forgetPushDevice>
