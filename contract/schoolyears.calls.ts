import { z } from 'zod'
import { managedTestmomentSchema } from '#domain/enrollments/enrollment.schema.ts'
import { enrollmentsMadeSchema } from '#domain/enrollments/listed-enrollment.schema.ts'
import { calendarDaySchema, versionSchema } from '#domain/entities/entity.schema.ts'
import { schoolNameRefusals } from '#domain/entities/school-name.rules.ts'
import { recessListSchema, recessSchema } from '#domain/schoolyears/recess.schema.ts'
import {
  type ManagedSchoolyear,
  managedSchoolyearSchema,
  schoolyearCreationSchema,
  schoolyearEditSchema,
  schoolyearSchema,
} from '#domain/schoolyears/schoolyear.schema.ts'
import { copiesSchema, copySourceSchema } from '#domain/testmoments/copy.schema.ts'
import { placeRefusals } from '#domain/testmoments/place.rules.ts'
import { scheduleRefusals } from '#domain/testmoments/testmoment-edit.rules.ts'
import { read, write } from './call.schema.ts'
import {
  confirmedSchema,
  entityReplySchema,
  exampleLink,
  fromCursorSchema,
  listReplySchema,
  shown,
  sortedSchema,
} from './endpoint.schema.ts'
import type { ReplyOf } from './endpoint.ts'
import { because, isObject, school, staff } from './proofs.ts'

const nameRefusals = ['schoolyear-name-taken', ...schoolNameRefusals] as const

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

export const getActiveSchoolyear = read('/schoolyear', {
  reach: 'account',
  summary: 'The active school year; not-found while none is active',
  reasons: ['not-found'],
  reply: schoolyearSchema,
})

export const getSchoolyear = read('/schoolyear/:id', {
  reach: 'administration',
  summary: 'One school year',
  reply: managedSchoolyearSchema,
})

export const listSchoolyears = read('/schoolyears/:paging', {
  reach: 'administration',
  summary: 'The school years, the latest name first; archived ones too where they are asked for',
  querystring: fromCursorSchema.extend({ ...sortedSchema('name').shape, archived: z.literal('too').optional() }),
  reply: listReplySchema(managedSchoolyearSchema),
})

export const createSchoolyear = write('POST', '/schoolyear', {
  event: 'schoolyearCreated',
  reach: 'administration',
  proof: school,
  summary: 'Create a school year, which is inactive',
  statuses: [201],
  reasons: nameRefusals,
  body: shown(schoolyearCreationSchema, { name: '2026-2027' }),
  reply: entityReplySchema(managedSchoolyearSchema),
})

export const editSchoolyear = write('PUT', '/schoolyear/:id', {
  event: 'schoolyearEdited',
  reach: 'administration',
  /** which year students see */
  proof: { recent: 'staff', when: ({ body }) => isObject(body) && body.active !== undefined },
  summary:
    'Rename, activate, deactivate, archive or restore a school year; activating deactivates the other one, and asks first on request',
  reasons: ['version-stale', 'confirmation-needed', 'schoolyear-active', 'schoolyear-archived', ...nameRefusals],
  querystring: confirmedSchema,
  body: shown(schoolyearEditSchema, { active: true, version: 2 }),
  reply: entityReplySchema(managedSchoolyearSchema).extend({
    deactivated: shown(managedSchoolyearSchema.nullable(), {
      ...exampleSchoolyear,
      id: 1,
      name: '2024-2025',
      active: false,
    }),
    ...enrollmentsMadeSchema.shape,
  }),
})

export const deleteSchoolyear = write('DELETE', '/schoolyear/:id', {
  event: 'schoolyearEdited',
  reach: 'administration',
  proof: staff,
  summary: 'Delete a school year without test moments, and its days without lessons with it',
  reasons: ['schoolyear-active', 'schoolyear-in-use'],
  reply: entityReplySchema(managedSchoolyearSchema),
})

const exampleRecess = { name: 'Meivakantie', first_day: '2026-04-27', last_day: '2026-05-10' }
shown(recessSchema, exampleRecess)

/** Recesses by first day. `version` is the school year's, which they are part of. */
const recessesSchema = z.object({ entities: z.array(recessSchema), version: versionSchema })

export const listRecesses = read('/schoolyear/:id/recesses', {
  reach: 'administration',
  summary: 'The days of a school year without lessons, by the first of them',
  reply: recessesSchema,
})

export const replaceRecesses = write('PUT', '/schoolyear/:id/recesses', {
  event: 'schoolyearEdited',
  reach: 'administration',
  proof: school,
  summary: 'Replace the days of a school year without lessons',
  reasons: ['version-stale', 'recess-reversed', ...schoolNameRefusals],
  body: shown(recessListSchema, { entities: [exampleRecess], version: 3 }),
  reply: entityReplySchema(recessesSchema),
})

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
  rooms: 2,
})

export const previewCopy = read('/schoolyear/:id/copy/:source_id', {
  reach: 'administration',
  summary: 'The test moments of one school year that another can take over, with what is known of its days',
  reply: z.object({
    schoolyear: managedSchoolyearSchema,
    source: managedSchoolyearSchema,
    testmoments: z.array(copySourceSchema),
    /** days on which the school year itself has moments, repeated for each moment */
    taken: shown(z.array(calendarDaySchema), ['2026-03-20']),
    recesses: z.array(recessSchema),
  }),
})

export const copyTestmoments = write('POST', '/schoolyear/:id/testmoments', {
  event: 'testmomentCreated',
  reach: 'administration',
  proof: because('the copies are closed, and nobody is notified'),
  summary: 'Take over test moments of another school year, closed, all of them or none; asks first if wished',
  statuses: [201],
  reasons: ['module-unknown', 'confirmation-needed', ...scheduleRefusals, ...placeRefusals],
  querystring: confirmedSchema,
  body: shown(copiesSchema, {
    source_id: 1,
    testmoments: [{ ...exampleCopied, date: '2026-03-19', modules: [{ id: 3, auto_enroll: false }] }],
  }),
  reply: z.object({ entities: z.array(managedTestmomentSchema), ...enrollmentsMadeSchema.shape }),
})

export type RecessesReply = ReplyOf<typeof listRecesses>

export type CopyPreview = ReplyOf<typeof previewCopy>

export type CopyReply = ReplyOf<typeof copyTestmoments>
