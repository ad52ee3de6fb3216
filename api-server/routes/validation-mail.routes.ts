import type { ApiContext } from '#api-server/api-context.ts'
import { accountReply } from '#api-server/replies/account-reply.ts'
import { requireUser } from '#api-server/use-cases/require-user.ts'
import { resendActivation } from '#api-server/use-cases/resend-activation.ts'
import { resendValidationMailSchemas } from '#contract/account.schema.ts'
import { resendValidationMail } from '#contract/account.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

export function validationMailRoutes(app: Api, { database, keys, letters, clock }: ApiContext): void {
  app.route({
    ...operation(resendValidationMail, resendValidationMailSchemas, {
      summary: 'Renew an activation link and mail it; for administrators',
      reasons: ['not-yours', 'not-found', 'account-activated'],
    }),
    handler: async (request) => {
      const caller = callerOf(request)
      const { id } = request.params
      await resendActivation({ database, letters }, caller, id, clock())
      return { entity: accountReply(await requireUser(database.kysely, id), caller, keys.links) }
    },
  })
}
