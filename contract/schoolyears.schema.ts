import { z } from 'zod'
import { enrollmentsMadeSchema } from '#domain/enrollments/listed-enrollment.schema.ts'
import { managedTestmomentSchema } from '#domain/enrollments/listed-testmoment.schema.ts'
import { calendarDaySchema, versionSchema } from '#domain/entities/entity.schema.ts'
import { recessListSchema, recessSchema } from '#domain/schoolyears/recess.schema.ts'
import {
  type ManagedSchoolyear,
  managedSchoolyearSchema,
  schoolyearCreationSchema,
  schoolyearEditSchema,
  schoolyearSchema,
} from '#domain/schoolyears/schoolyear.schema.ts'
import { copiesSchema, copySourceSchema } from '#domain/testmoments/copy.schema.ts'
import {
  byIdSchema,
  byPagingSchema,
  confirmedSchema,
  entityReplySchema,
  exampleLink,
  fromCursorSchema,
  idTextSchema,
  listReplySchema,
  shown,
  sortedSchema,
} from './endpoint.schema.ts'

const alike = { id: 2, name: '2025-2026', active: true, version: 3 }

export const exampleSchoolyear: ManagedSchoolyear = {
  ...alike,
  archived: false,
  testmoments: 12,
  recesses: 5,
  _links: {
    edit: exampleLink('PUT', '/schoolyear/2'),
    testmoments: exampleLink('GET', '/schoolyear/2/testmoments/20'),
    add_testmoment: exampleLink('POST', '/schoolyear/2/testmoment'),
    testmoment_statistics: exampleLink('GET', '/schoolyear/2/testmoment-statistics'),
    enrollment_statistics: exampleLink('GET', '/schoolyear/2/enrollment-statistics'),
    result_statistics: exampleLink('GET', '/schoolyear/2/result-statistics'),
    list_recesses: exampleLink('GET', '/schoolyear/2/recesses'),
    copy_testmoments: exampleLink('POST', '/schoolyear/2/testmoments'),
  },
}
shown(managedSchoolyearSchema, exampleSchoolyear)
shown(schoolyearSchema, { ...alike, _links: {} })

export const getActiveSchoolyearSchemas = { reply: schoolyearSchema }

export const getSchoolyearSchemas = { params: byIdSchema, reply: managedSchoolyearSchema }

export const listSchoolyearsSchemas = {
  params: byPagingSchema,
  querystring: fromCursorSchema.extend({ ...sortedSchema('name').shape, archived: z.literal('too').optional() }),
  reply: listReplySchema(managedSchoolyearSchema),
}

export const createSchoolyearSchemas = {
  body: shown(schoolyearCreationSchema, { name: '2026-2027' }),
  reply: entityReplySchema(managedSchoolyearSchema),
}

export const editSchoolyearSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  body: shown(schoolyearEditSchema, { active: true, version: 2 }),
  reply: entityReplySchema(managedSchoolyearSchema).extend({
    /** the year that was active before this one */
    deactivated: shown(managedSchoolyearSchema.nullable(), {
      ...exampleSchoolyear,
      id: 1,
      name: '2024-2025',
      active: false,
    }),
    /** enrollments made automatically when it became active */
    ...enrollmentsMadeSchema.shape,
  }),
}

export const deleteSchoolyearSchemas = {
  params: byIdSchema,
  reply: entityReplySchema(managedSchoolyearSchema),
}

const exampleRecess = { name: 'Meivakantie', first_day: '2026-04-27', last_day: '2026-05-10' }
shown(recessSchema, exampleRecess)

/** Recesses by first day. `version` is the school year's, which they are part of. */
const recessesSchema = z.object({ entities: z.array(recessSchema), version: versionSchema })

export const listRecessesSchemas = { params: byIdSchema, reply: recessesSchema }

export const replaceRecessesSchemas = {
  params: byIdSchema,
  body: shown(recessListSchema, { entities: [exampleRecess], version: 3 }),
  reply: entityReplySchema(recessesSchema),
}

/** Fields of a moment that are copied to another year. */
const exampleCopied = {
  date: '2025-03-20',
  duration: 'day',
  location: 'Zaal 3.14',
  starts_at: '09:00',
  ends_at: '11:30',
  max_enrollments: 2,
  seats: 120,
  enrollments_open_at: null,
  enrollments_close_at: null,
} as const
shown(copySourceSchema, {
  id: 7,
  ...exampleCopied,
  modules: [{ id: 3, name: 'ALG1', auto_enroll: false, usable: true }],
})

export const previewCopySchemas = {
  params: byIdSchema.extend({ source_id: idTextSchema }),
  reply: z.object({
    schoolyear: managedSchoolyearSchema,
    source: managedSchoolyearSchema,
    /** moments of the source, by first day */
    testmoments: z.array(copySourceSchema),
    /** days on which the school year itself has moments, repeated for each moment */
    taken: shown(z.array(calendarDaySchema), ['2026-03-20']),
    recesses: z.array(recessSchema),
  }),
}

export const copyTestmomentsSchemas = {
  params: byIdSchema,
  querystring: confirmedSchema,
  body: shown(copiesSchema, {
    source_id: 1,
    testmoments: [{ ...exampleCopied, date: '2026-03-19', modules: [{ id: 3, auto_enroll: false }] }],
  }),
  /** new moments by first day; automatic enrollment takes effect at once in the active year */
  reply: z.object({ entities: z.array(managedTestmomentSchema), ...enrollmentsMadeSchema.shape }),
}
