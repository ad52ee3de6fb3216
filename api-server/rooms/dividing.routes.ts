import type { ApiContext } from '#api-server/context.ts'
import * as dividingCalls from '#contract/dividing.calls.ts'
import {
  divideStudents,
  moveChairs,
  previewDivision,
  previewRoomsPublication,
  publishRooms,
} from '#contract/dividing.gen.ts'
import { linkById } from '#contract/endpoint.ts'
import type { OutcomeId } from '#contract/outcomes.calls.ts'
import { downloadPresenceChecklist } from '#contract/testmoments.gen.ts'
import { type Api, serve } from '#server/operation.ts'
import { divide, previewDivision as preview, readDivision } from './dividing.ts'
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

export function dividingRoutes(app: Api, { database, keys, clock }: ApiContext): void {
  const reply = async (id: number) => {
    const division = await readDivision(database.kysely, id)
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

  serve(app, dividingCalls, {
    readDivision: ({ params }) => reply(params.id),

    listChairs: async ({ params, query }) => {
      const question = { testmomentId: params.id, roomId: query.room_id }
      return { entities: await list(database.kysely, question), _links: {} }
    },

    previewDivision: ({ params, body }) => preview({ database, keys }, { testmomentId: params.id, wish: body.wish }),

    divideStudents: {
      rebuild,
      handler: async ({ caller, params: { id }, body }) => {
        await divide({ database, keys, clock }, caller, { testmomentId: id, ...body })
        return reply(id)
      },
    },

    moveChairs: async ({ caller, params, body }) => {
      const moving = { testmomentId: params.id, ...body }
      return { moved: await move({ database, clock }, caller, moving) }
    },

    previewRoomsPublication: ({ params }) => previewPublication(database, params.id),

    publishRooms: {
      rebuild,
      handler: async ({ caller, params: { id }, body }) => {
        await publish({ database, clock }, caller, { testmomentId: id, ...body })
        return reply(id)
      },
    },
  })
}
