import { z } from 'zod'
import { exactTextSchema } from '#domain/entities/text.schema.ts'
import {
  chairMoveSchema,
  dividedRoomSchema,
  divisionPlanSchema,
  divisionSchema,
  divisionWishSchema,
  roomsPublicationPlanSchema,
  seatedPersonSchema,
  seatedStudentSchema,
} from '#domain/rooms/dividing.schema.ts'
import { byIdSchema, exampleLink, idTextSchema, listReplySchema, shown } from './endpoint.schema.ts'

const noor = {
  id: 42,
  username: 'noor.bos@student.example',
  first_name: 'Noor',
  last_name: 'Bos',
  student_number: '0912345',
}
shown(seatedPersonSchema, noor)
shown(dividedRoomSchema, {
  ...{ id: 6, name: 'B3.14', seats: 58, extra_time: false },
  ...{ students: 57, with_extra_time: 0, label: 'Akker – De Boer', only_extra_time: false },
})
const wish = shown(divisionWishSchema, { kind: 'all', way: 'alphabet', numbered: true, keeps_by_hand: true })

export const readDivisionSchemas = {
  params: byIdSchema,
  reply: shown(divisionSchema, {
    divided_at: '2026-03-16T09:00:00.000Z',
    published_at: null,
    numbered: true,
    students: 57,
    without_chair: 0,
    rooms: [
      {
        ...{ id: 6, name: 'B3.14', seats: 58, extra_time: false },
        ...{ students: 57, with_extra_time: 0, label: 'Akker – De Boer', only_extra_time: false },
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
}

export const listChairsSchemas = {
  params: byIdSchema,
  /** `none`: students without a chair */
  querystring: z.object({ room_id: z.union([z.literal('none'), idTextSchema]).optional() }),
  reply: listReplySchema(
    shown(seatedStudentSchema, { ...noor, modules: ['ALG1'], room_id: 6, seat_number: 12, by_hand: false }),
  ),
}

export const previewDivisionSchemas = {
  params: byIdSchema,
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
        ...{ students: 57, with_extra_time: 0, label: 'Akker – De Boer', only_extra_time: false },
      },
    ],
  }),
}

export const divideStudentsSchemas = {
  params: byIdSchema,
  body: shown(z.object({ wish, confirmation: exactTextSchema(100) }), {
    wish: { kind: 'rest' },
    confirmation: 'fGx2c3k7',
  }),
  reply: divisionSchema,
}

export const moveChairsSchemas = {
  params: byIdSchema,
  body: shown(chairMoveSchema, { user_ids: [42], room_id: 6 }),
  reply: z.object({ moved: z.int().min(0) }),
}

export const previewRoomsPublicationSchemas = {
  params: byIdSchema,
  reply: shown(roomsPublicationPlanSchema, { confirmation: 'k2Jf8d1q', students: 57, without_chair: 1, rooms: 2 }),
}

export const publishRoomsSchemas = {
  params: byIdSchema,
  body: shown(z.object({ confirmation: exactTextSchema(100) }), { confirmation: 'k2Jf8d1q' }),
  reply: divisionSchema,
}
