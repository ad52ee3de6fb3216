import { z } from 'zod'
import { enrollmentRefusals } from '#domain/enrollments/enrollment.rules.ts'
import { enrollmentSchema, withAboveSeatsSchema } from '#domain/enrollments/enrollment.schema.ts'
import { studentFilterSchema } from '#domain/enrollments/group-act.schema.ts'
import {
  momentSeatsSchema,
  type WaitingEntry,
  type WaitingOutcome,
  waitingEntrySchema,
  waitingOutcomeSchema,
  waitingWishSchema,
} from '#domain/enrollments/waiting.schema.ts'
import { waitingCountsSchema, waitingStudentSchema } from '#domain/enrollments/waiting-list.schema.ts'
import { linkSchema } from '#domain/entities/entity.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { read, write } from './call.schema.ts'
import {
  entityReplySchema,
  exampleLink,
  fromCursorSchema,
  idTextSchema,
  listReplySchema,
  shown,
} from './endpoint.schema.ts'
import type { ReplyOf } from './endpoint.ts'
import { exampleEnrollment, exampleWhenAndWhere, moveRefusalSchema } from './enrollments.calls.ts'
import { because, own, staff } from './proofs.ts'

const joiningRefusals = enrollmentRefusals.filter((refusal) => refusal !== 'moment-full')

const exampleEntry: WaitingEntry = {
  id: 311,
  user_id: 42,
  testmoment_id: 12,
  module_id: 3,
  module_name: 'ALG1',
  moves: false,
  created_at: '2026-03-10T09:00:00.000Z',
  place: 4,
  _links: { leave: exampleLink('DELETE', '/waiting/311') },
}
shown(waitingEntrySchema, exampleEntry)

const exampleOutcome: WaitingOutcome = {
  id: 77,
  outcome: 'promoted',
  module_id: 3,
  module_name: 'ALG1',
  testmoment_id: 12,
  testmoment: exampleWhenAndWhere,
  created_at: '2026-03-12T14:30:00.000Z',
  _links: { seen: exampleLink('PUT', '/waiting/outcome/77/seen') },
}
shown(waitingOutcomeSchema, exampleOutcome)

export const readSeats = read('/user/:id/seats', {
  reach: 'self-or-administration',
  summary: 'Free seats at current test moments, and where a student waits for one',
  reply: shown(
    z.object({
      entities: z.array(momentSeatsSchema),
      waiting: z.array(waitingEntrySchema),
      /** outcomes of the student's waiting that were not dismissed yet, latest first */
      outcomes: z.array(waitingOutcomeSchema),
      /** `wait`: link to join a waiting list, for the student and for administrators */
      _links: z.object({ wait: linkSchema.optional() }),
    }),
    {
      entities: [{ testmoment_id: 12, seats: 118, free: 0, waiting: 6 }],
      waiting: [exampleEntry],
      outcomes: [{ ...exampleOutcome, testmoment_id: 13 }],
      _links: { wait: exampleLink('POST', '/waiting') },
    },
  ),
})

/** If a seat is free by then it enrolls: 201 with `enrollment`. Refused as enrolling is, but not for `moment-full`. */
export const joinWaiting = write('POST', '/waiting', {
  event: 'seatsChanged',
  reach: 'self-or-administration',
  of: 'body.user_id',
  proof: because('can be ended again'),
  summary: 'Wait for a seat; who finds one is enrolled. 200 when they wait there or are enrolled already',
  statuses: [200, 201],
  reasons: ['not-found', ...joiningRefusals],
  body: shown(waitingWishSchema, { user_id: 42, testmoment_id: 12, module_id: 3, moves: false }),
  reply: shown(z.object({ entity: waitingEntrySchema.nullable(), enrollment: enrollmentSchema.nullable() }), {
    entity: exampleEntry,
    enrollment: null,
  }),
})

export const leaveWaiting = write('DELETE', '/waiting/:id', {
  event: 'seatsChanged',
  reach: 'owner',
  /** where an administrator removes the student, who is notified */
  proof: staff,
  summary: 'Give up a place in line; not-found also when it is not yours',
  reply: shown(entityReplySchema(waitingEntrySchema), { entity: { ...exampleEntry, _links: {} } }),
})

export const seeWaitingOutcome = write('PUT', '/waiting/outcome/:id/seen', {
  reach: 'owner',
  proof: own,
  summary: 'Say that you know what became of your waiting; not-found also when it was somebody else’s',
  reply: shown(entityReplySchema(waitingOutcomeSchema), { entity: { ...exampleOutcome, _links: {} } }),
})

export const listWaiting = read('/testmoment/:id/waiting/:paging', {
  reach: 'administration',
  summary: 'Who waits for a seat at a test moment, in order, and how it stands with its seats',
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
      ...pick(exampleEnrollment, ['module_id', 'module_name', 'created_at']),
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
      modules: [{ id: exampleEnrollment.module_id, name: exampleEnrollment.module_name, students: 9 }],
      seats: 80,
      taken: 71,
      free: 9,
      standstill: null,
    }),
  }),
})

/** Refused like enrolling or moving, and with `moment-full` if all seats are taken. */
export const promoteWaiting = write('POST', '/waiting/:id/promote', {
  event: 'enrollmentsChanged',
  reach: 'administration',
  proof: staff,
  summary: 'Give somebody in line a seat, whoever is before them; above the seats only where that is asked for',
  statuses: [201],
  refusals: { 422: moveRefusalSchema },
  body: shown(withAboveSeatsSchema, { above_seats: true }).nullable(),
  reply: entityReplySchema(enrollmentSchema),
})

export type SeatsReply = ReplyOf<typeof readSeats>
