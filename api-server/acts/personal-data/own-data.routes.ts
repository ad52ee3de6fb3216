import { Readable } from 'node:stream'
import type { ApiContext } from '#api-server/context.ts'
import * as accountsCalls from '#contract/accounts.calls.ts'
import * as usersCalls from '#contract/users.calls.ts'

import { type Api, serve } from '#server/operation.ts'
import { writePersonalData } from './personal-data.ts'

const FILE_NAME = 'mijn-gegevens-wiskunde-inschrijven.json'

export function ownDataRoutes(app: Api, { database, clock }: ApiContext): void {
  serve(app, accountsCalls, {
    downloadUserData: async ({ params }, reply) => {
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${FILE_NAME}"`)
        .send(Readable.from(writePersonalData(database.kysely, params.id, clock())))
    },
  })
}

/** Routes for the choice to get letters about one's enrollments: see enrollments/enrollment-letter.ts. */
export function confirmationLetterRoutes(app: Api, { database }: ApiContext): void {
  serve(app, usersCalls, {
    getConfirmationLetters: async ({ params: { id } }) => {
      const row = database.kysely.selectFrom('user').select('confirmation_letters').where('id', '=', id)
      return { wanted: (await row.executeTakeFirstOrThrow()).confirmation_letters }
    },

    chooseConfirmationLetters: async ({ params: { id }, body: { wanted } }) => {
      await database.transaction((trx) =>
        trx.updateTable('user').set({ confirmation_letters: wanted }).where('id', '=', id).execute(),
      )
      return { entity: { wanted } }
    },
  })
}
