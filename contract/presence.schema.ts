import { z } from 'zod'
import { enrollmentSchema } from '#domain/enrollments/enrollment.schema.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import {
  admissionSchema,
  type InvigilatorDevice,
  invigilatorDeviceSchema,
  invigilatorLinkSchema,
  type PresenceEntry,
  presenceEntrySchema,
  presenceListSchema,
  presencePostSchema,
  roomSearchSchema,
  tickOutcomeSchema,
  type WalkIn,
  walkInSchema,
} from '#domain/presence/presence.schema.ts'
import { byIdSchema, entityReplySchema, exampleLink, listReplySchema, shown } from './endpoint.schema.ts'
import { exampleWhenAndWhere } from './enrollments.schema.ts'

const exampleEntry: PresenceEntry = {
  enrollment_id: 77,
  user_id: 42,
  first_name: 'Noor',
  last_name: 'Bos',
  student_number: '0912345',
  module_id: 3,
  module_name: 'ALG1',
  extra_time: false,
  room_id: 7,
  seat_number: 12,
  ticked: { status: 'late', at: '2026-03-20T12:41:07.000Z', who: 'Vera de Wit' },
  others: [{ status: 'absent', at: '2026-03-20T12:35:40.000Z', who: 'Joost, zaal 2' }],
}

const exampleWalkIn: WalkIn = {
  id: 5,
  key: '5a1c7f6e-6f0e-4a53-9c5b-0d3a9a4f7b21',
  name: 'Daan Mulder',
  at: '2026-03-20T12:44:00.000Z',
  who: 'Joost, zaal 2',
  room_id: null,
  settled: false,
  _links: { settle: exampleLink('PUT', '/walk-in/5/settled') },
}
shown(walkInSchema, exampleWalkIn)

shown(presenceListSchema, {
  testmoment: { id: 12, ...exampleWhenAndWhere },
  room: null,
  rooms: [{ id: 7, name: 'B3.14' }],
  entities: [exampleEntry],
  walk_ins: [exampleWalkIn],
  now: '2026-03-20T12:50:00.000Z',
  _links: {
    tick: exampleLink('POST', '/testmoment/12/presence'),
    walk_in: exampleLink('POST', '/testmoment/12/walk-ins'),
  },
})
shown(presenceEntrySchema, exampleEntry)

const ticking = {
  body: shown(presencePostSchema, {
    ticks: [
      {
        key: '0b9f6a52-6d0c-4c55-9d34-0c6a4f7f3f10',
        enrollment_id: 77,
        status: 'late',
        at: '2026-03-20T12:41:07.000Z',
      },
    ],
    walk_ins: [{ key: exampleWalkIn.key, name: exampleWalkIn.name, at: exampleWalkIn.at }],
  }),
  reply: z.object({ outcomes: z.array(tickOutcomeSchema) }),
}

export const readPresenceSchemas = {
  params: byIdSchema,
  reply: presenceListSchema,
}

export const tickPresenceSchemas = {
  params: byIdSchema,
  ...ticking,
}

export const enrollWalkInSchemas = {
  params: byIdSchema,
  body: shown(
    z.object({
      user_id: idSchema,
      module_id: idSchema,
      walk_in_id: idSchema.optional(),
      /** where the student is: the room of their chair, if it has one left */
      room_id: idSchema.optional(),
    }),
    { user_id: 43, module_id: 3, walk_in_id: 5, room_id: 7 },
  ),
  reply: entityReplySchema(enrollmentSchema),
}

export const settleWalkInSchemas = {
  params: byIdSchema,
  reply: shown(entityReplySchema(walkInSchema), { entity: { ...exampleWalkIn, settled: true, _links: {} } }),
}

const exampleDevice: InvigilatorDevice = {
  id: 8,
  name: 'Joost, zaal 2',
  device: 'Chrome op Android',
  admitted_at: '2026-03-20T12:20:00.000Z',
  last_seen_at: '2026-03-20T12:50:00.000Z',
  ticks: 63,
  walk_ins: 1,
  revoked: false,
  _links: { revoke: exampleLink('DELETE', '/invigilators/device/8') },
}
shown(invigilatorDeviceSchema, exampleDevice)

shown(invigilatorLinkSchema, {
  id: 4,
  url: `https://inschrijven.school.example/invigilator#4.${'k3Jx'.repeat(10)}k3J`,
  code: '204817',
  room: { id: 7, name: 'B3.14' },
  created_at: '2026-03-20T12:05:00.000Z',
  ended: null,
  devices: [exampleDevice],
  _links: { end: exampleLink('DELETE', '/invigilators/4') },
})

export const listInvigilatorLinksSchemas = {
  params: byIdSchema,
  reply: listReplySchema(invigilatorLinkSchema),
}

export const makeInvigilatorLinkSchemas = {
  params: byIdSchema,
  /** `room_id`: the only room that it is for; null, as without a body, for all rooms */
  body: shown(z.object({ room_id: idSchema.nullable() }), { room_id: 7 }).nullable(),
  reply: entityReplySchema(invigilatorLinkSchema),
}

export const endInvigilatorLinkSchemas = {
  params: byIdSchema,
  reply: entityReplySchema(invigilatorLinkSchema),
}

export const revokeInvigilatorDeviceSchemas = {
  params: byIdSchema,
  reply: shown(entityReplySchema(invigilatorDeviceSchema), {
    entity: { ...exampleDevice, revoked: true, _links: {} },
  }),
}

export const admitInvigilatorSchemas = {
  body: shown(admissionSchema, {
    link_id: 4,
    secret: `${'k3Jx'.repeat(10)}k3J`,
    code: '204817',
    token: `${'Zt8q'.repeat(10)}Zt8`,
    name: exampleDevice.name,
  }),
  reply: z.object({ testmoment_id: idSchema }),
}

/** Attendance list for an invigilator's device: it has its own route for ticks, and no other links. */
export const readInvigilationSchemas = {
  reply: shown(z.object(presenceListSchema.shape), {
    testmoment: { id: 12, ...exampleWhenAndWhere },
    room: { id: 7, name: 'B3.14', remark: 'De sleutel ligt bij de receptie.' },
    rooms: [],
    entities: [exampleEntry],
    walk_ins: [{ ...exampleWalkIn, room_id: 7, _links: {} }],
    now: '2026-03-20T12:50:00.000Z',
    _links: {
      tick: exampleLink('POST', '/invigilation/ticks'),
      search: exampleLink('POST', '/invigilation/search'),
    },
  }),
}

export const tickInvigilationSchemas = ticking

/** Names of other rooms in which somebody sits who is searched; nothing about the person. */
export const searchInvigilationSchemas = {
  body: shown(roomSearchSchema, { search: 'Bos 0912345' }),
  reply: shown(z.object({ rooms: z.array(z.string()) }), { rooms: ['B3.16'] }),
}
