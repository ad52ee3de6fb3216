import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '#api-server/context.ts'
import { attachment } from '#api-server/platform/content-disposition.ts'
import {
  fileName,
  type ParticipationQuestion,
  readParticipation,
} from '#api-server/testmoments/exports/participation.ts'
import { type FileOrder, requireRoom, writeApart } from '#api-server/testmoments/exports/write-apart.ts'
import { PDF, XLSX } from '#contract/endpoint.ts'
import { downloadPresenceChecklistSchemas, exportTestmomentSchemas } from '#contract/testmoments.schema.ts'
import { downloadPresenceChecklist, exportTestmoment } from '#contract/testmoments.ts'
import type { Area } from '#domain/users/roles.ts'
import { callerOf, requireReach } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

interface File {
  kind: FileOrder['kind']
  name: Parameters<typeof fileName>[0]
  mediaType: string
  /** under which it is recorded that somebody took it along */
  action: ParticipationQuestion['action']
  /** for whom it is */
  area: Area
}
const LIST: File = {
  kind: 'export',
  name: 'toetsmoment',
  mediaType: XLSX,
  action: 'exported',
  area: 'administration',
}
const CHECKLIST: File = {
  kind: 'presence-checklist',
  name: 'presentielijst',
  mediaType: PDF,
  action: 'checklist-made',
  area: 'presence-lists',
}

/** A test moment's enrollments as files. No HEAD: it would write a whole file to tell its headers. */
export function testmomentExportRoutes(app: Api, { database, clock }: ApiContext): void {
  const send = (file: File) => async (request: FastifyRequest<{ Params: { id: number } }>, reply: FastifyReply) => {
    const caller = requireReach(callerOf(request), file.area)
    requireRoom()
    const reading = { testmomentId: request.params.id, actorId: caller.id, action: file.action }
    const participation = await readParticipation(database, reading, clock())
    return reply
      .type(file.mediaType)
      .header('content-disposition', attachment(fileName(file.name, participation)))
      .send(Readable.from(writeApart({ kind: file.kind, participation })))
  }

  app.route({
    ...operation(exportTestmoment, exportTestmomentSchemas, {
      summary: 'An .xlsx with a row for each enrollment at the test moment',
      reasons: ['not-yours', 'not-found'],
    }),
    exposeHeadRoute: false,
    handler: send(LIST),
  })

  app.route({
    ...operation(downloadPresenceChecklist, downloadPresenceChecklistSchemas, {
      summary: 'A PDF to print, with a list for each module to tick and to sign',
      reasons: ['not-yours', 'not-found'],
    }),
    exposeHeadRoute: false,
    handler: send(CHECKLIST),
  })
}
