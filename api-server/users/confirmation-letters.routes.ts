import type { ApiContext } from '#api-server/context.ts'
import { requireOwnStudent } from '#api-server/users/require-user.ts'
import { chooseConfirmationLettersSchemas, getConfirmationLettersSchemas } from '#contract/users.schema.ts'
import { chooseConfirmationLetters, getConfirmationLetters } from '#contract/users.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

/** Whether a student gets a letter about their enrollments: see enrollments/enrollment-letter.ts. */
export function confirmationLetterRoutes(app: Api, { database: { kysely } }: ApiContext): void {
  app.route({
    ...operation(getConfirmationLetters, getConfirmationLettersSchemas, {
      summary: 'Whether you get a letter when you are enrolled, moved or unenrolled',
      reasons: ['not-yours', 'not-found'],
    }),
    handler: async (request) => {
      const { id } = request.params
      requireOwnStudent(callerOf(request), id)
      const row = kysely.selectFrom('user').select('confirmation_letters').where('id', '=', id)
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
      await kysely.updateTable('user').set({ confirmation_letters: wanted }).where('id', '=', id).execute()
      return { entity: { wanted } }
    },
  })
}
