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
import { wordRefusals } from '#domain/messages/message.rules.ts'
import { withMessageSchema } from '#domain/messages/message.schema.ts'
import { question, read, write } from './call.schema.ts'
import { fromCursorSchema, idTextSchema, listReplySchema, shown, sortedSchema } from './endpoint.schema.ts'
import { exampleEnrollment, exampleStudent } from './enrollments.calls.ts'
import { withMessageOr } from './proofs.ts'

const noor = { ...exampleStudent, student_number: '0912345' }
const { id, module_id, module_name, created_at } = exampleEnrollment

export const listEnrolledStudents = read('/testmoment/:id/students/:paging', {
  reach: 'administration',
  summary: 'The students of a test moment with what they take there, by name, and how many there are',
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
})

export const previewGroupAct = question('POST', '/testmoment/:id/students/preview', {
  reach: 'administration',
  summary: 'What enrolling, unenrolling or moving many would do to each of them',
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
})

/** Repeatable. After a 503, part of it may be done. */
export const carryOutGroupAct = write('POST', '/testmoment/:id/students', {
  event: 'enrollmentsChanged',
  reach: 'administration',
  proof: withMessageOr('unenroll'),
  summary: 'Enroll, unenroll or move up to a hundred, and say what became of each; may be asked again',
  reasons: [...wordRefusals],
  body: shown(
    z
      .object({ act: batchActSchema, tests: z.array(batchTestSchema).min(1).max(MAX_TESTS_AT_ONCE) })
      .extend(withMessageSchema.shape),
    { act: { kind: 'enroll' }, tests: [{ user_id: noor.id, module_id }] },
  ),
  reply: shown(z.object({ tests: z.array(settledTestSchema) }), {
    tests: [{ user_id: noor.id, module_id, outcome: 'done' }],
  }),
})
