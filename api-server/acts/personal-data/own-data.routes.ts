import { Readable } from 'node:stream'
import type { ApiContext } from '#api-server/context.ts'
import { requireOwnStudent } from '#api-server/facts/require-user.ts'
import { downloadUserDataSchemas } from '#contract/accounts.schema.ts'
import { downloadUserData } from '#contract/accounts.ts'
import { chooseConfirmationLettersSchemas, getConfirmationLettersSchemas } from '#contract/users.schema.ts'
import { chooseConfirmationLetters, getConfirmationLetters } from '#contract/users.ts'
import { callerOf, requireOwn } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { writePersonalData } from './personal-data.ts'

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

/** Whether a student gets a letter about their enrollments: see enrollments/enrollment-letter.ts. */
export function confirmationLetterRoutes(app: Api, { database }: ApiContext): void {
  app.route({
    ...operation(getConfirmationLetters, getConfirmationLettersSchemas, {
      summary: 'Whether you get a letter when you are enrolled, moved or unenrolled',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      const { id } = request.params
      requireOwnStudent(callerOf(request), id)
      const row = database.kysely.selectFrom('user').select('confirmation_letters').where('id', '=', id)
      return { wanted: (await row.executeTakeFirstOrThrow()).confirmation_letters }
    },
  })

  app.route({
    ...operation(chooseConfirmationLetters, chooseConfirmationLettersSchemas, {
      summary: 'Choose whether you get a letter when you are enrolled, moved or unenrolled',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      const { id } = request.params
      requireOwnStudent(callerOf(request), id)
      const { wanted } = request.body
      await database.transaction((trx) =>
        trx.updateTable('user').set({ confirmation_letters: wanted }).where('id', '=', id).execute(),
      )
      return { entity: { wanted } }
    },
  })
}
