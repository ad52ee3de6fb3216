import { enrollmentsMadeSchema } from '#domain/enrollments/listed-enrollment.schema.ts'
import {
  type Schoolyear,
  schoolyearCreationSchema,
  schoolyearEditSchema,
  schoolyearSchema,
} from '#domain/schoolyears/schoolyear.schema.ts'
import {
  byIdSchema,
  byPagingSchema,
  confirmedSchema,
  entityReplySchema,
  exampleLink,
  fromCursorSchema,
  listReplySchema,
  type SchemasOf,
  shown,
  sortedSchema,
} from './endpoint.schema.ts'
import type * as schoolyear from './schoolyears.ts'

export const exampleSchoolyear: Schoolyear = {
  id: 2,
  name: '2025-2026',
  active: true,
  version: 3,
  _links: {
    edit: exampleLink('PUT', '/schoolyear/2'),
    testmoments: exampleLink('GET', '/schoolyear/2/testmoments/20'),
    add_testmoment: exampleLink('POST', '/schoolyear/2/testmoment'),
    testmoment_statistics: exampleLink('GET', '/schoolyear/2/testmoment-statistics'),
    enrollment_statistics: exampleLink('GET', '/schoolyear/2/enrollment-statistics'),
    result_statistics: exampleLink('GET', '/schoolyear/2/result-statistics'),
  },
}
shown(schoolyearSchema, exampleSchoolyear)

export const getActiveSchoolyearSchemas = { reply: schoolyearSchema } satisfies SchemasOf<
  typeof schoolyear.getActiveSchoolyear
>

export const getSchoolyearSchemas = { params: byIdSchema, reply: schoolyearSchema } satisfies SchemasOf<
  typeof schoolyear.getSchoolyear
>

export const listSchoolyearsSchemas = {
  params: byPagingSchema,
  querystring: fromCursorSchema.extend(sortedSchema('name').shape),
  reply: listReplySchema(schoolyearSchema),
} satisfies SchemasOf<typeof schoolyear.listSchoolyears>

export const createSchoolyearSchemas = {
  body: shown(schoolyearCreationSchema, { name: '2026-2027' }),
  reply: entityReplySchema(schoolyearSchema),
} satisfies SchemasOf<typeof schoolyear.createSchoolyear>

export const editSchoolyearSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  body: shown(schoolyearEditSchema, { active: true, version: 2 }),
  reply: entityReplySchema(schoolyearSchema).extend({
    deactivated: shown(schoolyearSchema.nullable(), {
      ...exampleSchoolyear,
      id: 1,
      name: '2024-2025',
      active: false,
    }),
    ...enrollmentsMadeSchema.shape,
  }),
} satisfies SchemasOf<typeof schoolyear.editSchoolyear>
