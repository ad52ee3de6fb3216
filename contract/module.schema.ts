import { moduleSchema } from '#domain/module/module.schema.ts'
import type { SchemasOf } from './endpoint.schema.ts'
import { listReplySchema } from './list.schema.ts'
import type { listModules } from './module.ts'

export const listModulesSchemas = { reply: listReplySchema(moduleSchema) } satisfies SchemasOf<typeof listModules>
