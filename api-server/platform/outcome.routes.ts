import * as outcomesCalls from '#contract/outcomes.calls.ts'
import { type Api, serve } from '#server/operation.ts'
import type { Outcomes } from '#server/outcomes.ts'

export function outcomeRoutes(app: Api, outcomes: Pick<Outcomes, 'read'>): void {
  serve(app, outcomesCalls, {
    getOutcome: ({ caller, params }) => outcomes.read(caller.id, params.key),
  })
}
