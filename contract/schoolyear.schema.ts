import { schoolyearSchema } from '#domain/schoolyear/schoolyear.schema.ts'
import type { SchemasOf } from './endpoint.schema.ts'
import type { getActiveSchoolyear } from './schoolyear.ts'

export const getActiveSchoolyearSchemas = { reply: schoolyearSchema } satisfies SchemasOf<typeof getActiveSchoolyear>
