import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import { attachment } from '#api-server/platform/content-disposition.ts'
import {
  type FileKind,
  fileName,
  type Participation,
  type ParticipationQuestion,
  readParticipation,
} from '#api-server/testmoments/exports/participation.ts'
import type { ChecklistKind } from '#api-server/testmoments/exports/presence-checklist.ts'
import { type FileOrder, requireRoom, writeApart } from '#api-server/testmoments/exports/write-apart.ts'
import { PDF, XLSX } from '#contract/endpoint.ts'
import {
  downloadExtraTimeSchemas,
  downloadPresenceChecklistSchemas,
  exportTestmomentSchemas,
} from '#contract/testmoments.schema.ts'
import { downloadExtraTime, downloadPresenceChecklist, exportTestmoment } from '#contract/testmoments.ts'
import type { Area } from '#domain/users/roles.ts'
import { callerOf, requireReach } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

interface File {
  name: FileKind
  mediaType: string
  /** under which it is recorded that somebody took it along */
  action: ParticipationQuestion['action']
  /** for whom it is */
  area: Area
  order: (participation: Participation) => FileOrder
}

const LIST: File = {
  name: 'toetsmoment',
  mediaType: XLSX,
  action: 'exported',
  area: 'administration',
  order: (participation) => ({ kind: 'export', participation }),
}

const checklist = (list: ChecklistKind, name: FileKind, action: File['action'] = 'checklist-made'): File => ({
  name,
  mediaType: PDF,
  action,
  area: 'presence-lists',
  order: (participation) => ({ kind: 'checklist', list, participation }),
})
const ALL = checklist('all', 'presentielijst')
const MODULES = checklist('modules', 'presentielijst-per-module')
const EXTRA_TIME = checklist('extra-time', 'voor-de-surveillant', 'extra-time-listed')

/** A test moment's enrollments as files. No HEAD: it would write a whole file to tell its headers. */
export function testmomentExportRoutes(app: Api, { database, clock }: ApiContext): void {
  const send = async (request: FastifyRequest<{ Params: { id: number } }>, reply: FastifyReply, file: File) => {
    const caller = requireReach(callerOf(request), file.area)
    requireRoom()
    const reading = { testmomentId: request.params.id, actorId: caller.id, action: file.action }
    const participation = await readParticipation(database, reading, clock())
    return reply
      .type(file.mediaType)
      .header('content-disposition', attachment(fileName(file.name, participation)))
      .send(Readable.from(writeApart(file.order(participation))))
  }

  app.route({
    ...operation(exportTestmoment, exportTestmomentSchemas, {
      summary: 'An .xlsx with a row for each enrollment at the test moment, and sheets to print',
      reasons: ['not-yours', 'not-found'],
    }),
    exposeHeadRoute: false,
    handler: (request, reply) => send(request, reply, LIST),
  })

  app.route({
    ...operation(downloadPresenceChecklist, downloadPresenceChecklistSchemas, {
      summary: 'A PDF to print, to tick and to sign: everybody from A to Z, or a list for each module',
      reasons: ['not-yours', 'not-found'],
    }),
    exposeHeadRoute: false,
    handler: (request, reply) => send(request, reply, request.query.list === 'modules' ? MODULES : ALL),
  })

  app.route({
    ...operation(downloadExtraTime, downloadExtraTimeSchemas, {
      summary: 'A PDF for the invigilator alone: who has extra time',
      reasons: ['not-yours', 'not-found'],
    }),
    exposeHeadRoute: false,
    handler: (request, reply) => send(request, reply, EXTRA_TIME),
  })
}
