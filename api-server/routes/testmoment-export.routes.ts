import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ApiContext } from '#api-server/api-context.ts'
import { requireAdministrator } from '#api-server/auth/authorise.ts'
import { attachment } from '#api-server/exports/testmoment/content-disposition.ts'
import { fileName } from '#api-server/exports/testmoment/file-name.ts'
import { readParticipation } from '#api-server/exports/testmoment/read-participation.ts'
import { type FileOrder, requireRoom, writeApart } from '#api-server/exports/testmoment/write-apart.ts'
import { PDF, XLSX } from '#contract/media-type.ts'
import { downloadPresenceChecklistSchemas, exportTestmomentSchemas } from '#contract/testmoment.schema.ts'
import { downloadPresenceChecklist, exportTestmoment } from '#contract/testmoment.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

/** A test moment's enrolments as files, for administrators. No HEAD: it would write a whole file to tell its headers. */
export function testmomentExportRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(exportTestmoment, exportTestmomentSchemas, {
      summary: 'An .xlsx with a row for each enrolment at the test moment',
      reasons: ['not-yours', 'not-found'],
    }),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const caller = callerOf(request)
      requireAdministrator(caller)
      requireRoom()
      const reading = { testmomentId: request.params.id, actorId: caller.id, action: 'exported' } as const
      const participation = await readParticipation(database, reading, clock())
      return sendFile(reply, fileName('toetsmoment', participation), { kind: 'export', participation })
    },
  })

  app.route({
    ...operation(downloadPresenceChecklist, downloadPresenceChecklistSchemas, {
      summary: 'A PDF to print, with a list for each module to tick and to sign',
      reasons: ['not-yours', 'not-found'],
    }),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const caller = callerOf(request)
      requireAdministrator(caller)
      requireRoom()
      const reading = { testmomentId: request.params.id, actorId: caller.id, action: 'checklist-made' } as const
      const participation = await readParticipation(database, reading, clock())
      return sendFile(reply, fileName('presentielijst', participation), { kind: 'presence-checklist', participation })
    },
  })
}

const mediaTypes = { export: XLSX, 'presence-checklist': PDF }

const sendFile = (reply: FastifyReply, name: string, order: FileOrder) =>
  reply
    .type(mediaTypes[order.kind])
    .header('content-disposition', attachment(name))
    .send(Readable.from(writeApart(order)))
