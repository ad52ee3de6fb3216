import { Readable } from 'node:stream'
import type { ApiContext } from '#api-server/context.ts'
import { downloadUserDataSchemas } from '#contract/accounts.schema.ts'
import { downloadUserData } from '#contract/accounts.ts'
import { chooseConfirmationLettersSchemas, getConfirmationLettersSchemas } from '#contract/users.schema.ts'
import { chooseConfirmationLetters, getConfirmationLetters } from '#contract/users.ts'

import { type Api, operation } from '#server/operation.ts'
import { writePersonalData } from './personal-data.ts'

const FILE_NAME = 'mijn-gegevens-wiskunde-inschrijven.json'

/** Routes for all data about a person: only for that person. */
export function ownDataRoutes(app: Api, { database, clock }: ApiContext): void {
  app.route({
    ...operation(downloadUserData, downloadUserDataSchemas, {
      reach: 'self',
      summary: 'All that is kept about you, as a file',
    }),
    handler: async (request, reply) => {
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${FILE_NAME}"`)
        .send(Readable.from(writePersonalData(database.kysely, request.params.id, clock())))
    },
  })
}

/** Routes for the choice to get letters about one's enrollments: see enrollments/enrollment-letter.ts. */
export function confirmationLetterRoutes(app: Api, { database }: ApiContext): void {
  app.route({
    ...operation(getConfirmationLetters, getConfirmationLettersSchemas, {
      reach: 'student-self',
      summary: 'Whether you get a letter when you are enrolled, moved or unenrolled',
    }),
    handler: async (request) => {
      const { id } = request.params
      const row = database.kysely.selectFrom('user').select('confirmation_letters').where('id', '=', id)
      return { wanted: (await row.executeTakeFirstOrThrow()).confirmation_letters }
    },
  })

  app.route({
    ...operation(chooseConfirmationLetters, chooseConfirmationLettersSchemas, {
      reach: 'student-self',
      summary: 'Choose whether you get a letter when you are enrolled, moved or unenrolled',
    }),
    handler: async (request) => {
      const { id } = request.params
      const { wanted } = request.body
      await database.transaction((trx) =>
        trx.updateTable('user').set({ confirmation_letters: wanted }).where('id', '=', id).execute(),
      )
      return { entity: { wanted } }
    },
  })
}
