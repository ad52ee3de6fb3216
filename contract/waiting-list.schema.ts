import { enrollmentSchema, withAboveSeatsSchema } from '#domain/enrollments/enrollment.schema.ts'
import { studentFilterSchema } from '#domain/enrollments/group-act.schema.ts'
import { waitingCountsSchema, waitingStudentSchema } from '#domain/enrollments/waiting-list.schema.ts'
import {
  byIdSchema,
  byPagingSchema,
  entityReplySchema,
  exampleLink,
  fromCursorSchema,
  idTextSchema,
  listReplySchema,
  type SchemasOf,
  shown,
} from './endpoint.schema.ts'
import { exampleEnrollment } from './enrollments.schema.ts'
import type * as waiting from './waiting-list.ts'

const { module_id, module_name, created_at } = exampleEnrollment

export const listWaitingSchemas = {
  params: byIdSchema.extend(byPagingSchema.shape),
  querystring: fromCursorSchema.extend({ ...studentFilterSchema.shape, module_id: idTextSchema.optional() }),
  reply: listReplySchema(
    shown(waitingStudentSchema, {
      id: 31,
      place: 4,
      user: {
        id: 42,
        username: 'noor.bos@student.example',
        first_name: 'Noor',
        last_name: 'Bos',
        student_number: '0912345',
        department: 'Elektrotechniek',
      },
      module_id,
      module_name,
      created_at,
      moves: false,
      has_seat: false,
      from: null,
      obstacle: { refusal: 'no-slots-left' },
      _links: {
        promote: exampleLink('POST', '/waiting/31/promote'),
        leave: exampleLink('DELETE', '/waiting/31'),
      },
    }),
  ).extend({
    counts: shown(waitingCountsSchema, {
      students: 12,
      entries: 13,
      found: 1,
      modules: [{ id: module_id, name: module_name, students: 9 }],
      seats: 80,
      taken: 71,
      free: 9,
      standstill: null,
    }),
  }),
} satisfies SchemasOf<typeof waiting.listWaiting>

export const promoteWaitingSchemas = {
  params: byIdSchema,
  body: shown(withAboveSeatsSchema, { above_seats: true }).nullable(),
  reply: entityReplySchema(enrollmentSchema),
} satisfies SchemasOf<typeof waiting.promoteWaiting>
