import { z } from 'zod'
import { durationSchema } from '#domain/calendar/when-and-where.schema.ts'
import { managedTestmomentSchema, type Testmoment, testmomentSchema } from '#domain/enrollments/enrollment.schema.ts'
import { enrollmentsMadeSchema } from '#domain/enrollments/listed-enrollment.schema.ts'
import { calendarDaySchema, exactTextSchema, versionSchema } from '#domain/entities/entity.schema.ts'
import { wordRefusals } from '#domain/messages/message.rules.ts'
import { withMessageSchema } from '#domain/messages/message.schema.ts'
import {
  momentIdsSchema,
  momentsActSchema,
  momentsPreviewSchema,
  type PlannedMoment,
  plannedMomentSchema,
} from '#domain/testmoments/moments-act.schema.ts'
import { placeRefusals } from '#domain/testmoments/place.rules.ts'
import {
  seatsSchema,
  type TestmomentModule,
  testmomentCreationSchema,
  testmomentEditPreviewSchema,
  testmomentEditSchema,
  testmomentModuleListSchema,
  testmomentModuleSchema,
} from '#domain/testmoments/testmoment.schema.ts'
import { scheduleRefusals } from '#domain/testmoments/testmoment-edit.rules.ts'
import { question, read, write } from './call.schema.ts'
import {
  confirmedSchema,
  entityReplySchema,
  exampleLink,
  fileSchema,
  fromCursorSchema,
  idTextSchema,
  listReplySchema,
  shown,
  sortedSchema,
} from './endpoint.schema.ts'
import { PDF, type ReplyOf, XLSX } from './endpoint.ts'
import { exampleEnrollment, exampleWhenAndWhere } from './enrollments.calls.ts'
import { school, staff, withMessage, withMessageOr } from './proofs.ts'

const exampleTestmomentModule: TestmomentModule = {
  id: 3,
  name: 'ALG1',
  description: 'Algebra en functies',
  auto_enroll: false,
}
shown(testmomentModuleSchema, exampleTestmomentModule)

const alike = {
  id: 12,
  ...exampleWhenAndWhere,
  enrollments_enabled: true,
  enrollments_open_at: null,
  enrollments_close_at: '2026-03-19T16:00:00.000Z',
  max_enrollments: 2,
  seats: 118,
  modules: [exampleTestmomentModule],
  version: 4,
} satisfies Partial<Testmoment>

export const exampleTestmoment: Testmoment = {
  ...alike,
  enrollments: [exampleEnrollment],
  _links: { enroll: exampleLink('POST', '/enrollment') },
}
shown(testmomentSchema, exampleTestmoment)

shown(managedTestmomentSchema, {
  ...alike,
  schoolyear_id: 2,
  students: 118,
  tests: 131,
  waiting: 6,
  shares_day: false,
  _links: {
    edit: exampleLink('PUT', '/schoolyear/2/testmoment/12'),
    delete: exampleLink('DELETE', '/schoolyear/2/testmoment/12'),
    edit_preview: exampleLink('GET', '/testmoment/12/edit-preview'),
    modules: exampleLink('GET', '/testmoment/12/modules'),
    edit_modules: exampleLink('PUT', '/testmoment/12/modules'),
    enrollments: exampleLink('GET', '/testmoment/12/enrollments/100'),
    waiting: exampleLink('GET', '/testmoment/12/waiting/100'),
    export: exampleLink('GET', '/testmoment/12/export'),
    presence_checklist: exampleLink('GET', '/testmoment/12/presence-checklist'),
    presence: exampleLink('GET', '/testmoment/12/presence'),
    invigilators: exampleLink('GET', '/testmoment/12/invigilators'),
    results: exampleLink('GET', '/testmoment/12/results'),
    presence_checklist_by_module: exampleLink('GET', '/testmoment/12/presence-checklist?list=modules'),
    extra_time: exampleLink('GET', '/testmoment/12/extra-time'),
  },
})

shown(testmomentEditPreviewSchema, {
  students_enrolled: 118,
  students_above_limit: 9,
  students_above_seats: 38,
  students_promoted: 0,
  students_doubled: 0,
})

/** Number of recipients of the message sent with the edit: the students concerned, or 0. */
const messaged = { students_messaged: z.int().min(0) }

export const listTestmoments = read('/schoolyear/:schoolyear_id/testmoments/:paging', {
  reach: 'administration',
  summary: 'The test moments of a school year, by their first day',
  querystring: fromCursorSchema
    .extend(sortedSchema('date', 'students').shape)
    .extend({ when: z.enum(['past', 'ahead']).optional() }),
  reply: listReplySchema(managedTestmomentSchema).extend({
    counts: z.object({ past: z.int().min(0), ahead: z.int().min(0) }),
  }),
})

export const createTestmoment = write('POST', '/schoolyear/:schoolyear_id/testmoment', {
  event: 'testmomentCreated',
  reach: 'administration',
  proof: school,
  summary: 'Add a closed test moment, of a day and without limits unless others are named; asks first if wished',
  statuses: [201],
  reasons: ['module-unknown', 'confirmation-needed', 'testmoment-starts-closed', ...placeRefusals],
  querystring: confirmedSchema,
  body: shown(testmomentCreationSchema, {
    moment: '2026-03-20',
    enrollments_enabled: false,
    location: 'Zaal 3.14',
    starts_at: '09:00',
    ends_at: '11:30',
    duration: 'day',
    max_enrollments: 2,
    module_ids: [3],
  }),
  reply: entityReplySchema(managedTestmomentSchema),
})

export const getTestmoment = read('/schoolyear/:schoolyear_id/testmoment/:id', {
  reach: 'administration',
  summary: 'A test moment of this school year; with its enrollments where these are asked for',
  querystring: z.object({ with: z.literal('enrollments').optional() }),
  reply: managedTestmomentSchema,
})

export const editTestmoment = write('PUT', '/schoolyear/:schoolyear_id/testmoment/:id', {
  event: 'testmomentEdited',
  reach: 'administration',
  proof: withMessage,
  summary: 'Change a test moment: its days, its times and place, its limit, whether and when students may enroll',
  reasons: [
    'version-stale',
    'confirmation-needed',
    ...placeRefusals,
    ...scheduleRefusals,
    'enrollments-doubled',
    ...wordRefusals,
  ],
  querystring: confirmedSchema,
  body: shown(testmomentEditSchema.extend(withMessageSchema.shape), {
    max_enrollments: 1,
    location: 'Aula',
    version: 4,
  }),
  reply: entityReplySchema(managedTestmomentSchema).extend(testmomentEditPreviewSchema.shape).extend(messaged),
})

export const deleteTestmoment = write('DELETE', '/schoolyear/:schoolyear_id/testmoment/:id', {
  event: 'testmomentDeleted',
  reach: 'administration',
  proof: staff,
  summary: 'Delete a test moment with the enrollments there; asks first when there are any or it is the last',
  reasons: ['testmoment-recorded', 'confirmation-needed', ...wordRefusals],
  querystring: confirmedSchema,
  body: withMessageSchema.nullable(),
  reply: entityReplySchema(managedTestmomentSchema).extend({ enrollments_deleted: z.int().min(0), ...messaged }),
})

export const previewTestmomentEdit = read('/testmoment/:id/edit-preview', {
  reach: 'administration',
  summary: 'What an edit of a test moment would mean to students',
  querystring: z.object({
    date: calendarDaySchema.optional(),
    duration: durationSchema.optional(),
    max_enrollments: z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number)
      .pipe(z.int().max(1_000))
      .optional(),
    seats: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .pipe(seatsSchema)
      .optional(),
  }),
  reply: testmomentEditPreviewSchema,
})

/** `version` is the moment's, which its modules are part of. Enrollments made are from switching on automatic enrollment. */
const modulesReplySchema = entityReplySchema(
  z.object({ entities: z.array(testmomentModuleSchema), version: versionSchema }),
).extend({
  ...enrollmentsMadeSchema.shape,
  enrollments_deleted: z.int().min(0),
  ...messaged,
})

export const listTestmomentModules = read('/testmoment/:id/modules', {
  reach: 'administration',
  summary: 'The modules that a test moment lists, by name; none means that it offers all',
  reply: listReplySchema(testmomentModuleSchema),
})

const editModulesSchemas = {
  querystring: confirmedSchema,
  body: shown(testmomentModuleListSchema.extend(withMessageSchema.shape), {
    entities: [{ id: 3, auto_enroll: true }],
    version: 4,
  }),
  reply: modulesReplySchema,
}

export const replaceTestmomentModules = write('PUT', '/testmoment/:id/modules', {
  event: 'testmomentEdited',
  reach: 'administration',
  proof: withMessage,
  summary: 'Replace the modules of a test moment; asks first when students would lose by it or it would offer all',
  reasons: ['module-unknown', 'version-stale', 'confirmation-needed', ...wordRefusals],
  ...editModulesSchemas,
})

export const addTestmomentModules = write('PATCH', '/testmoment/:id/modules', {
  event: 'testmomentEdited',
  reach: 'administration',
  proof: withMessage,
  summary: 'Add modules to a test moment or change their toggle; asks first when students would lose by it',
  reasons: ['module-unknown', 'version-stale', 'confirmation-needed', ...wordRefusals],
  ...editModulesSchemas,
})

const examplePlanned: PlannedMoment = {
  id: 12,
  testmoment: exampleWhenAndWhere,
  version: 4,
  outcome: 'will',
  refusal: null,
  changes: [{ label: 'Inschrijvingen', old: 'open', new: 'gesloten' }],
  enrollments_deleted: 0,
  students: 0,
  waits_ended: 0,
  students_concerned: 118,
  students_above_seats: 0,
  students_promoted: 0,
  closes_earlier: true,
  opens_all_modules: false,
  last_testmoment: false,
}
shown(plannedMomentSchema, examplePlanned)

const momentsActBody = z.object({ act: momentsActSchema, testmoment_ids: momentIdsSchema })
const exampleAct = { act: { kind: 'close' as const }, testmoment_ids: [12] }

export const previewMomentsAct = question('POST', '/testmoments/act/preview', {
  reach: 'administration',
  summary: 'What opening, closing, planning, changing or deleting many test moments would do to each',
  reasons: ['module-unknown'],
  body: shown(momentsActBody, exampleAct),
  reply: shown(momentsPreviewSchema, {
    moments: [examplePlanned],
    students_concerned: 118,
    confirmation: 'tM9vNq3hXk0',
  }),
})

export const actOnMoments = write('POST', '/testmoments/act', {
  event: 'testmomentEdited',
  reach: 'administration',
  proof: withMessageOr('delete'),
  summary: 'Open, close, plan, change or delete up to two hundred test moments, as it was previewed',
  reasons: ['module-unknown', 'plan-changed', ...wordRefusals],
  body: shown(momentsActBody.extend({ confirmation: exactTextSchema(100) }).extend(withMessageSchema.shape), {
    ...exampleAct,
    confirmation: 'tM9vNq3hXk0',
  }),
  reply: z.object({ moments: z.array(plannedMomentSchema), ...messaged }),
})

export const exportTestmoment = read('/testmoment/:id/export', {
  reach: 'administration',
  proof: staff,
  summary: 'An .xlsx with a row for each enrollment at the test moment, and sheets to print',
  reply: fileSchema(XLSX, 'PK…'),
})

/**
 * The link `presence_checklist_by_module` gives a list per module. Of a divided moment `?list=rooms` gives a list per room,
 * and `?list=door` one of student numbers per room, to hang at its door. `room_id` leaves only one room.
 */
export const downloadPresenceChecklist = read('/testmoment/:id/presence-checklist', {
  reach: 'presence-lists',
  proof: staff,
  summary: 'A PDF to print: everybody from A to Z, a list for each module or room, or student numbers for the door',
  querystring: z.object({
    list: z.enum(['all', 'modules', 'rooms', 'door']).optional(),
    /** only students with a chair in this room of the moment */
    room_id: idTextSchema.optional(),
  }),
  reply: fileSchema(PDF, '%PDF-1.3 …'),
})

export const downloadExtraTime = read('/testmoment/:id/extra-time', {
  reach: 'presence-lists',
  proof: staff,
  summary: 'A PDF for the invigilator alone: who has extra time',
  reply: fileSchema(PDF, '%PDF-1.3 …'),
})

export type MomentCounts = ReplyOf<typeof listTestmoments>['counts']

export type TestmomentEditReply = ReplyOf<typeof editTestmoment>

export type MomentsActReply = ReplyOf<typeof actOnMoments>
