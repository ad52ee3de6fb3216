import type { ApiContext } from '#api-server/context.ts'
import {
  divideStudentsSchemas,
  listChairsSchemas,
  moveChairsSchemas,
  previewDivisionSchemas,
  previewRoomsPublicationSchemas,
  publishRoomsSchemas,
  readDivisionSchemas,
} from '#contract/dividing.schema.ts'
import {
  divideStudents,
  listChairs,
  moveChairs,
  previewDivision,
  previewRoomsPublication,
  publishRooms,
  readDivision,
} from '#contract/dividing.ts'
import { linkById } from '#contract/endpoint.ts'
import type { OutcomeId } from '#contract/outcomes.ts'
import { downloadPresenceChecklist } from '#contract/testmoments.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { divide, previewDivision as preview, readDivision as read } from './dividing.ts'
import { listChairs as list, moveChairs as move } from './move-chairs.ts'
import { previewRoomsPublication as previewPublication, publishRooms as publish } from './publish-rooms.ts'

const links = {
  preview: linkById(previewDivision),
  divide: linkById(divideStudents),
  move: linkById(moveChairs),
  list: linkById(downloadPresenceChecklist),
  preview_publication: linkById(previewRoomsPublication),
  publish: linkById(publishRooms),
}

export function dividingRoutes(app: Api, { database, clock }: ApiContext): void {
  const reply = async (id: number) => {
    const division = await read(database.kysely, id)
    const isSeated = division.students > division.without_chair
    const isToPublish = division.published_at === null && isSeated
    const list = links.list(id)
    return {
      ...division,
      _links: {
        preview: links.preview(id),
        divide: links.divide(id),
        move: links.move(id),
        ...(isSeated && {
          checklist_by_room: { ...list, href: `${list.href}?list=rooms` },
          door_list: { ...list, href: `${list.href}?list=door` },
        }),
        ...(isToPublish && { preview_publication: links.preview_publication(id), publish: links.publish(id) }),
      },
    }
  }

  /** Rebuilds the reply of a write from the ids that it recorded: those of its moment and of the messages that it sent. */
  const rebuild = async (_: unknown, ids: readonly OutcomeId[]) => {
    const moment = ids.find(({ kind }) => kind === 'testmoment')
    return moment && reply(moment.id)
  }

  app.route({
    ...operation(readDivision, readDivisionSchemas, {
      reach: 'administration',
      summary: 'How the students of a test moment sit in its rooms, in numbers',
      reasons: ['not-found'],
    }),
    handler: (request) => reply(request.params.id),
  })

  app.route({
    ...operation(listChairs, listChairsSchemas, {
      reach: 'administration',
      summary: 'The students of a test moment with their chairs, by name; of one room, or those without a chair',
      reasons: ['not-found'],
    }),
    handler: async (request) => {
      const question = { testmomentId: request.params.id, roomId: request.query.room_id }
      return { entities: await list(database.kysely, question), _links: {} }
    },
  })

  app.route({
    ...operation(previewDivision, previewDivisionSchemas, {
      reach: 'administration',
      summary: 'What dividing the students of a test moment over its rooms would do',
      reasons: ['not-found'],
    }),
    handler: (request) => preview(database, { testmomentId: request.params.id, wish: request.body.wish }),
  })

  app.route({
    ...operation(divideStudents, divideStudentsSchemas, {
      reach: 'administration',
      summary: 'Divide the students of a test moment over its rooms; from then on who enrolls gets a chair',
      reasons: ['not-found', 'plan-changed'],
      rebuild,
    }),
    handler: async (request) => {
      const { id } = request.params
      await divide({ database, clock }, callerOf(request), { testmomentId: id, ...request.body })
      return reply(id)
    },
  })

  app.route({
    ...operation(moveChairs, moveChairsSchemas, {
      reach: 'administration',
      summary: 'Move students of a test moment to one of its rooms by hand; dividing keeps them there',
      reasons: ['not-found', 'room-unknown', 'room-full'],
    }),
    handler: async (request) => {
      const moving = { testmomentId: request.params.id, ...request.body }
      return { moved: await move({ database, clock }, callerOf(request), moving) }
    },
  })

  app.route({
    ...operation(previewRoomsPublication, previewRoomsPublicationSchemas, {
      reach: 'administration',
      summary: 'What publishing the rooms of a test moment would do',
      reasons: ['not-found'],
    }),
    handler: (request) => previewPublication(database, request.params.id),
  })

  app.route({
    ...operation(publishRooms, publishRoomsSchemas, {
      reach: 'administration',
      summary: 'Show the students of a test moment their own room, and send each of them a message',
      reasons: ['not-found', 'plan-changed'],
      rebuild,
    }),
    handler: async (request) => {
      const { id } = request.params
      await publish({ database, clock }, callerOf(request), { testmomentId: id, ...request.body })
      return reply(id)
    },
  })
}
