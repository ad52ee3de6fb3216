import type { ApiContext } from '#api-server/api-context.ts'
import { findActiveSchoolyear } from '#api-server/queries/find-active-schoolyear.ts'
import { getActiveSchoolyearSchemas } from '#contract/schoolyear.schema.ts'
import { getActiveSchoolyear } from '#contract/schoolyear.ts'
import { Problem } from '#server/problem.ts'
import { type Api, operation } from './operation.ts'

export function schoolyearRoutes(app: Api, { database }: ApiContext): void {
  app.route({
    ...operation(getActiveSchoolyear, getActiveSchoolyearSchemas, {
      summary: 'The active school year; not-found while none is active',
      reasons: ['not-found'],
    }),
    handler: async () => {
      const schoolyear = await findActiveSchoolyear(database.kysely)
      if (!schoolyear) throw new Problem('not-found')
      return { ...schoolyear, _links: {} }
    },
  })
}
