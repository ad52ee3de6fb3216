import * as outcomesCalls from '#contract/outcomes.calls.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, serve } from '#server/operation.ts'
import type { Outcomes } from '#server/outcomes.ts'

export function outcomeRoutes(app: Api, outcomes: Pick<Outcomes, 'read'>): void {
  serve(app, outcomesCalls, {
    getOutcome: (request) => outcomes.read(callerOf(request).id, request.params.key),
  })
}
