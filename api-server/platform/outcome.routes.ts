import { getOutcomeSchemas } from '#contract/outcomes.schema.ts'
import { getOutcome } from '#contract/outcomes.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import type { Outcomes } from '#server/outcomes.ts'

/** Route for clients that lost the answer to a write, at either server. */
export function outcomeRoutes(app: Api, outcomes: Pick<Outcomes, 'read'>): void {
  app.route({
    ...operation(getOutcome, getOutcomeSchemas, {
      reach: 'account',
      summary: 'What became of your write by its key; one that was not received is refused from then on',
    }),
    handler: (request) => outcomes.read(callerOf(request).id, request.params.key),
  })
}
