import { Readable } from 'node:stream'
import type { ApiContext } from '#api-server/context.ts'
import { writePersonalData } from '#api-server/users/personal-data.ts'
import { downloadUserDataSchemas } from '#contract/accounts.schema.ts'
import { downloadUserData } from '#contract/accounts.ts'
import { callerOf, requireOwn } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

const FILE_NAME = 'mijn-gegevens-wiskunde-inschrijven.json'

/** What is kept about a person: for themselves alone. */
export function ownDataRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(downloadUserData, downloadUserDataSchemas, {
      summary: 'All that is kept about you, as a file',
      reasons: ['not-yours'],
    }),
    handler: async (request, reply) => {
      requireOwn(callerOf(request), request.params.id)
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${FILE_NAME}"`)
        .send(Readable.from(writePersonalData(database.kysely, request.params.id, clock())))
    },
  })
}
