import { z } from 'zod'
import { exactTextSchema } from '#domain/entities/entity.schema.ts'
import {
  chairMoveSchema,
  dividedRoomSchema,
  divisionPlanSchema,
  divisionSchema,
  divisionWishSchema,
  roomsPublicationPlanSchema,
  seatedStudentSchema,
} from '#domain/rooms/dividing.schema.ts'
import { personSchema } from '#domain/users/user.schema.ts'
import { question, read, write } from './call.schema.ts'
import { exampleLink, idTextSchema, listReplySchema, shown } from './endpoint.schema.ts'
import { exampleStudent } from './enrollments.calls.ts'
import { staff } from './proofs.ts'

const noor = { ...exampleStudent, student_number: '0912345' }
shown(personSchema, noor)
shown(dividedRoomSchema, {
  ...{ id: 6, name: 'B3.14', seats: 58, extra_time: false },
  ...{ students: 57, with_extra_time: 0, label: 'Akker – De Boer', reveals_extra_time: false },
})
const wish = shown(divisionWishSchema, { kind: 'all', way: 'alphabet', numbered: true, keeps_by_hand: true })

export const readDivision = read('/testmoment/:id/division', {
  reach: 'administration',
  summary: 'How the students of a test moment sit in its rooms, in numbers',
  reply: shown(divisionSchema, {
    divided_at: '2026-03-16T09:00:00.000Z',
    published_at: null,
    numbered: true,
    students: 57,
    without_chair: 0,
    rooms: [
      {
        ...{ id: 6, name: 'B3.14', seats: 58, extra_time: false },
        ...{ students: 57, with_extra_time: 0, label: 'Akker – De Boer', reveals_extra_time: false },
      },
    ],
    _links: {
      preview: exampleLink('POST', '/testmoment/12/division/preview'),
      divide: exampleLink('POST', '/testmoment/12/division'),
      move: exampleLink('POST', '/testmoment/12/chairs'),
      checklist_by_room: exampleLink('GET', '/testmoment/12/presence-checklist?list=rooms'),
      door_list: exampleLink('GET', '/testmoment/12/presence-checklist?list=door'),
      preview_publication: exampleLink('POST', '/testmoment/12/rooms/publication/preview'),
      publish: exampleLink('POST', '/testmoment/12/rooms/publication'),
    },
  }),
})

export const listChairs = read('/testmoment/:id/chairs', {
  reach: 'administration',
  summary: 'The students of a test moment with their chairs, by name; of one room, or those without a chair',
  /** `none`: students without a chair */
  querystring: z.object({ room_id: z.union([z.literal('none'), idTextSchema]).optional() }),
  reply: listReplySchema(
    shown(seatedStudentSchema, { ...noor, modules: ['ALG1'], room_id: 6, seat_number: 12, by_hand: false }),
  ),
})

export const previewDivision = question('POST', '/testmoment/:id/division/preview', {
  reach: 'administration',
  summary: 'What dividing the students of a test moment over its rooms would do',
  body: z.object({ wish }),
  reply: shown(divisionPlanSchema, {
    confirmation: 'fGx2c3k7',
    students: 58,
    placed: 57,
    moved: 0,
    without_chair: 1,
    students_notified: 0,
    seatless: [noor],
    rooms: [
      {
        ...{ id: 6, name: 'B3.14', seats: 57, extra_time: false },
        ...{ students: 57, with_extra_time: 0, label: 'Akker – De Boer', reveals_extra_time: false },
      },
    ],
  }),
})

export const divideStudents = write('POST', '/testmoment/:id/division', {
  event: 'roomsChanged',
  reach: 'administration',
  proof: staff,
  summary: 'Divide the students of a test moment over its rooms; from then on who enrolls gets a chair',
  reasons: ['plan-changed'],
  body: shown(z.object({ wish, confirmation: exactTextSchema(100) }), {
    wish: { kind: 'rest' },
    confirmation: 'fGx2c3k7',
  }),
  reply: divisionSchema,
})

export const moveChairs = write('POST', '/testmoment/:id/chairs', {
  event: 'roomsChanged',
  reach: 'administration',
  proof: staff,
  summary: 'Move students of a test moment to one of its rooms by hand; dividing keeps them there',
  reasons: ['room-unknown', 'room-full'],
  body: shown(chairMoveSchema, { user_ids: [42], room_id: 6 }),
  reply: z.object({ moved: z.int().min(0) }),
})

export const previewRoomsPublication = question('POST', '/testmoment/:id/rooms/publication/preview', {
  reach: 'administration',
  summary: 'What publishing the rooms of a test moment would do',
  reply: shown(roomsPublicationPlanSchema, {
    ...{ confirmation: 'k2Jf8d1q', students: 57, without_chair: 1, rooms: 2 },
    revealing: [],
  }),
})

export const publishRooms = write('POST', '/testmoment/:id/rooms/publication', {
  event: 'roomsChanged',
  reach: 'administration',
  proof: staff,
  summary: 'Show the students of a test moment their own room, and send each of them a message',
  reasons: ['plan-changed'],
  body: shown(z.object({ confirmation: exactTextSchema(100) }), { confirmation: 'k2Jf8d1q' }),
  reply: divisionSchema,
})
