import { z } from 'zod'
import { type EnrollmentRefusal, enrollmentRefusals } from '#domain/enrollments/enrollment.rules.ts'
import { enrollmentSchema } from '#domain/enrollments/enrollment.schema.ts'
import { idSchema } from '#domain/entities/entity.schema.ts'
import { DOOR_CODE } from '#domain/presence/door-code.rules.ts'
import {
  admissionSchema,
  type InvigilatorDevice,
  invigilatorAccessSchema,
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
import { question, read, write } from './call.schema.ts'
import { entityReplySchema, exampleLink, listReplySchema, shown } from './endpoint.schema.ts'
import { exampleWhenAndWhere } from './enrollments.calls.ts'
import { atTheDoor, own, staff, takesAway } from './proofs.ts'

/** Rules of enrolling, and whether each holds for a student who is at the door. */
const bindsAtDoor = {
  'schoolyear-inactive': true,
  'testmoment-past': true,
  'enrollments-closed': false,
  'module-unavailable': true,
  'module-completed': true,
  'existing-enrollment': true,
  'no-slots-left': false,
  'moment-full': false,
} satisfies Record<EnrollmentRefusal, boolean>

const walkInRefusals = enrollmentRefusals.filter((refusal) => bindsAtDoor[refusal])

const asInvigilator = { reach: 'invigilator', reasons: ['too-many-requests'] } as const

const exampleEntry: PresenceEntry = {
  enrollment_id: 77,
  user_id: 42,
  first_name: 'Noor',
  last_name: 'Bos',
  student_number: '0912345',
  class_group: 'WIS1A',
  module_id: 3,
  module_name: 'ALG1',
  extra_time: false,
  room_id: 7,
  seat_number: 12,
  ticked: { status: 'late', at: '2026-03-20T12:41:07.000Z', who: 'Vera de Wit' },
  others: [{ status: 'absent', at: '2026-03-20T12:35:40.000Z', who: 'Joost, zaal 2' }],
}

/** of the student in `exampleEntry` */
const exampleCode = { hash: 'b0Vn7sQkE2xLw9TgYd4RmA', user_id: 42 }

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
  codes: [exampleCode],
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

export const readPresence = read('/testmoment/:id/presence', {
  reach: 'presence-lists',
  summary: 'Who is enrolled at a test moment, and who of them was there, in the order of a register',
  reply: presenceListSchema,
})

/** Each tick counts once, however often it is sent; the outcomes are in the order of `ticks`. */
export const tickPresence = write('POST', '/testmoment/:id/presence', {
  event: 'presenceChanged',
  kind: 'own-protocol',
  reach: 'presence-lists',
  proof: atTheDoor,
  summary:
    'Note who is there, and names of who came without being enrolled; each counts once, however often it is sent',
  reasons: ['presence-not-yet'],
  ...ticking,
})

/**
 * All rules apply except closing, seats and slots. Their chair is in `room_id`, or the room where `walk_in_id` was noted, if
 * one is free there.
 */
export const enrollWalkIn = write('POST', '/testmoment/:id/walk-ins', {
  event: 'enrollmentsChanged',
  reach: 'administration',
  proof: atTheDoor,
  summary: 'Enroll a student who came on the test day, and tick them present; 200 when they were enrolled already',
  statuses: [200, 201],
  reasons: ['presence-not-yet', ...walkInRefusals],
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
})

export const settleWalkIn = write('PUT', '/walk-in/:id/settled', {
  event: 'presenceChanged',
  reach: 'presence-lists',
  proof: atTheDoor,
  summary: 'Put away a name that was noted of who came without being enrolled',
  reply: shown(entityReplySchema(walkInSchema), { entity: { ...exampleWalkIn, settled: true, _links: {} } }),
})

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
  room: { id: 7, name: 'B3.14' },
  created_at: '2026-03-20T12:05:00.000Z',
  ended: null,
  devices: [exampleDevice],
  _links: { words: exampleLink('GET', '/invigilators/4'), end: exampleLink('DELETE', '/invigilators/4') },
})

export const listInvigilatorLinks = read('/testmoment/:id/invigilators', {
  reach: 'administration',
  summary: 'The links by which invigilators tick at a test moment, the latest first, with their devices',
  reply: listReplySchema(invigilatorLinkSchema),
})

/** The list of links says nothing by which one gets in. */
export const readInvigilatorLink = read('/invigilators/:id', {
  reach: 'administration',
  proof: staff,
  summary: 'The address and the code of a link for invigilators that has not ended',
  reply: shown(invigilatorAccessSchema, {
    url: `https://inschrijven.school.example/invigilator#4.${'k3Jx'.repeat(10)}k3J`,
    code: '204817',
  }),
})

export const makeInvigilatorLink = write('POST', '/testmoment/:id/invigilators', {
  event: 'presenceChanged',
  reach: 'administration',
  proof: staff,
  summary:
    'Make a link for invigilators, for all rooms or for one; the one that there was for the same ends, and its devices with it',
  statuses: [201],
  reasons: ['testmoment-past', 'room-unknown'],
  /** `room_id`: the only room that it is for; null, as without a body, for all rooms */
  body: shown(z.object({ room_id: idSchema.nullable() }), { room_id: 7 }).nullable(),
  reply: entityReplySchema(invigilatorLinkSchema),
})

export const endInvigilatorLink = write('DELETE', '/invigilators/:id', {
  event: 'presenceChanged',
  reach: 'administration',
  proof: takesAway,
  summary: 'End a link for invigilators: its devices are let through no more',
  reply: entityReplySchema(invigilatorLinkSchema),
})

export const revokeInvigilatorDevice = write('DELETE', '/invigilators/device/:id', {
  event: 'presenceChanged',
  reach: 'administration',
  proof: takesAway,
  summary: 'Take an invigilator’s device off: it is let through no more',
  reply: shown(entityReplySchema(invigilatorDeviceSchema), {
    entity: { ...exampleDevice, revoked: true, _links: {} },
  }),
})

/**
 * `secret` is from the link's fragment. The device makes `token` (256 bits, base64url), and sends it from then on as
 * `Authorization: Invigilator <token>`.
 */
export const admitInvigilator = write('POST', '/invigilation', {
  reach: 'anybody',
  proof: 'not a person',
  summary: 'Let a device tick by a link’s secret and its code; again with the same token it changes nothing',
  reasons: [
    'link-ended',
    'link-not-yet',
    'rooms-not-published',
    'code-wrong',
    'device-refused',
    'devices-full',
    'too-many-requests',
  ],
  body: shown(admissionSchema, {
    link_id: 4,
    secret: `${'k3Jx'.repeat(10)}k3J`,
    code: '204817',
    token: `${'Zt8q'.repeat(10)}Zt8`,
    name: exampleDevice.name,
  }),
  reply: z.object({ testmoment_id: idSchema }),
})

export const readInvigilation = read('/invigilation', {
  ...asInvigilator,
  summary: 'The presence list that this device may tick, on the test days',
  reasons: [...asInvigilator.reasons, 'presence-closed'],
  reply: shown(z.object(presenceListSchema.shape), {
    testmoment: { id: 12, ...exampleWhenAndWhere },
    room: { id: 7, name: 'B3.14', remark: 'De sleutel ligt bij de receptie.' },
    rooms: [],
    entities: [exampleEntry],
    codes: [
      exampleCode,
      { hash: 'r8Wc1YpZt5LkQv0HsN3eXg', room: 'B3.16' },
      { hash: 'Jd2Xo9mFbU7yKaTzPi4RhQ', starts_at: '13:00' },
      { hash: 'Wq7Lm2VxGf9sBnKeYc4UdA', without_chair: true as const },
    ],
    walk_ins: [{ ...exampleWalkIn, room_id: 7, _links: {} }],
    now: '2026-03-20T12:50:00.000Z',
    _links: {
      tick: exampleLink('POST', '/invigilation/ticks'),
      search: exampleLink('POST', '/invigilation/search'),
    },
  }),
})

/**
 * For two days after the last test day, the device's removal or the end of its link, it also accepts ticks made before that.
 * 429 for a device that ticks as fast as a program.
 */
export const tickInvigilation = write('POST', '/invigilation/ticks', {
  ...asInvigilator,
  proof: 'not a person',
  summary:
    'Send what was ticked on this device on the test day, until two days after it, or after the device was taken off or its link ended',
  ...ticking,
})

export const searchInvigilation = question('POST', '/invigilation/search', {
  ...asInvigilator,
  summary: 'In which other rooms somebody sits who stands in this one; nothing about the person',
  reasons: [...asInvigilator.reasons, 'presence-closed'],
  body: shown(roomSearchSchema, { search: 'Bos 0912345' }),
  reply: shown(z.object({ rooms: z.array(z.string()) }), { rooms: ['B3.16'] }),
})

export const renewDoorCode = write('POST', '/user/:id/door-code', {
  event: 'enrollmentsChanged',
  reach: 'student-self',
  proof: own,
  summary: 'Get another code to be ticked by at the door of a test moment; the one that you had is not valid any more',
  body: shown(z.object({ testmoment_id: idSchema }), { testmoment_id: 12 }),
  reply: shown(entityReplySchema(z.object({ testmoment_id: idSchema, code: z.string().regex(DOOR_CODE) })), {
    entity: { testmoment_id: 12, code: 'Zk3Qh8TnVb5YwLr0XcJp2A' },
  }),
})
