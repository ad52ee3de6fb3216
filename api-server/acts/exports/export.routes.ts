import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import { PDF, XLSX } from '#contract/endpoint.ts'
import * as resultsCalls from '#contract/results.calls.ts'
import * as testmomentsCalls from '#contract/testmoments.calls.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { TestmomentFields } from '#domain/testmoments/testmoment.schema.ts'
import { type Api, serve } from '#server/operation.ts'
import {
  listOthersOfDay,
  type ParticipationQuestion,
  readGradedParticipation,
  readParticipation,
} from './participation.queries.ts'
import { type FileKind, fileName, type Participation } from './participation.ts'
import type { ChecklistKind } from './presence-checklist.ts'
import { sendFile } from './send-file.ts'
import type { FileOrder } from './write-apart.ts'

interface File {
  name: FileKind
  mediaType: typeof XLSX | typeof PDF
  read: (
    database: Database,
    question: { testmomentId: number; actorId: number; roomId?: number | undefined },
    now: number,
  ) => Promise<{ moment: TestmomentFields; order: FileOrder; room?: string | undefined }>
}

const askedRoom = ({ rooms }: Participation, { roomId }: { roomId?: number | undefined }) =>
  rooms.find(({ id }) => id === roomId)?.name

const LIST: File = {
  name: 'toetsmoment',
  mediaType: XLSX,
  read: async (database, question, now) => {
    const participation = await readParticipation(database, { ...question, action: 'exported' }, now)
    return { moment: participation, order: { kind: 'export', participation } }
  },
}

const RESULTS: File = {
  name: 'uitslagen',
  mediaType: XLSX,
  read: async (database, question, now) => {
    const participation = await readGradedParticipation(database, question, now)
    return { moment: participation, order: { kind: 'results', participation } }
  },
}

const checklist = (list: ChecklistKind, name: FileKind, action: ParticipationQuestion['action']): File => ({
  name,
  mediaType: PDF,
  read: async (database, question, now) => {
    const participation = await readParticipation(database, { ...question, action }, now)
    const room = askedRoom(participation, question)
    return { moment: participation, order: { kind: 'checklist', list, participation }, room }
  },
})
const ALL = checklist('all', 'presentielijst', 'checklist-made')
const MODULES = checklist('modules', 'presentielijst-per-module', 'checklist-made')
const ROOMS = checklist('rooms', 'presentielijst-per-lokaal', 'checklist-made')
const DOOR: File = {
  name: 'deurlijst',
  mediaType: PDF,
  read: async (database, question, now) => {
    const participation = await readParticipation(database, { ...question, action: 'checklist-made' }, now)
    return { moment: participation, order: { kind: 'door', participation }, room: askedRoom(participation, question) }
  },
}
const checklists = { all: ALL, modules: MODULES, rooms: ROOMS, door: DOOR }
const EXTRA_TIME = checklist('extra-time', 'voor-de-surveillant', 'extra-time-listed')

/** The routes have no HEAD, which would write a whole file for its headers. */
export function testmomentExportRoutes(app: Api, { database, writeFile, clock }: ApiContext): void {
  const send = (
    { caller, params: { id } }: FastifyRequest<{ Params: { id: number } }>,
    reply: FastifyReply,
    file: File,
    roomId?: number,
  ) =>
    sendFile(reply, writeFile, async () => {
      const question = { testmomentId: id, actorId: caller.id, roomId }
      const { moment, order, room } = await file.read(database, question, clock())
      const named = { ...moment, id, room }
      const others = await listOthersOfDay(database, named)
      return { name: fileName(file.name, { ...named, others }), mediaType: file.mediaType, order }
    })

  serve(app, testmomentsCalls, {
    exportTestmoment: { exposeHeadRoute: false, handler: (request, reply) => send(request, reply, LIST) },

    downloadPresenceChecklist: {
      exposeHeadRoute: false,
      handler: (request, reply) => send(request, reply, checklists[request.query.list ?? 'all'], request.query.room_id),
    },

    downloadExtraTime: { exposeHeadRoute: false, handler: (request, reply) => send(request, reply, EXTRA_TIME) },
  })

  serve(app, resultsCalls, {
    exportResults: { exposeHeadRoute: false, handler: (request, reply) => send(request, reply, RESULTS) },
  })
}
