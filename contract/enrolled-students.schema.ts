import { z } from 'zod'
import {
  enrolledCountsSchema,
  enrolledStudentSchema,
  enrolledStudentSorts,
} from '#domain/enrollments/enrolled-student.schema.ts'
import { MAX_TESTS_AT_ONCE } from '#domain/enrollments/group-act.rules.ts'
import {
  batchActSchema,
  batchTestSchema,
  groupActSchema,
  groupSchema,
  plannedPersonSchema,
  settledTestSchema,
  studentFilterSchema,
} from '#domain/enrollments/group-act.schema.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { withMessageSchema } from '#domain/messages/message.schema.ts'
import {
  byIdSchema,
  byPagingSchema,
  fromCursorSchema,
  idTextSchema,
  listReplySchema,
  shown,
  sortedSchema,
} from './endpoint.schema.ts'
import { exampleEnrollment } from './enrollments.schema.ts'

const noor = {
  id: 42,
  username: 'noor.bos@student.example',
  first_name: 'Noor',
  last_name: 'Bos',
  student_number: '0912345',
}
const { id, module_id, module_name, created_at } = exampleEnrollment

export const listEnrolledStudentsSchemas = {
  params: byIdSchema.extend(byPagingSchema.shape),
  querystring: fromCursorSchema
    .extend(sortedSchema(...enrolledStudentSorts).shape)
    .extend({ ...studentFilterSchema.shape, module_id: idTextSchema.optional() }),
  reply: listReplySchema(
    shown(enrolledStudentSchema, {
      ...noor,
      department: 'Elektrotechniek',
      class_group: 'ELE1A',
      enrollments: [{ id, module_id, module_name, created_at, maker: 'administrator', maker_name: 'Anna Docent' }],
    }),
  ).extend({
    counts: shown(enrolledCountsSchema, {
      students: 118,
      tests: 131,
      found: 1,
      noted: 118,
      absent: 9,
      modules: [{ id: module_id, name: module_name, students: 87, absent: 7 }],
    }),
  }),
}

export const previewGroupActSchemas = {
  params: byIdSchema,
  body: shown(z.object({ act: groupActSchema, group: groupSchema }), {
    act: { kind: 'enroll', module_ids: [module_id] },
    group: { by: 'lines', lines: [noor.username, '0954321'] },
  }),
  reply: shown(
    z.object({
      people: z.array(plannedPersonSchema),
      modules: z.array(z.object({ id: idSchema, name: z.string() })),
    }),
    {
      people: [
        { text: noor.username, user: noor, fault: null, tests: [{ module_id, outcome: 'will' }] },
        { text: '0954321', user: null, fault: 'person-unknown', tests: [] },
      ],
      modules: [{ id: module_id, name: module_name }],
    },
  ),
}

export const carryOutGroupActSchemas = {
  params: byIdSchema,
  body: shown(
    z
      .object({ act: batchActSchema, tests: z.array(batchTestSchema).min(1).max(MAX_TESTS_AT_ONCE) })
      .extend(withMessageSchema.shape),
    { act: { kind: 'enroll' }, tests: [{ user_id: noor.id, module_id }] },
  ),
  reply: shown(z.object({ tests: z.array(settledTestSchema) }), {
    tests: [{ user_id: noor.id, module_id, outcome: 'done' }],
  }),
}
