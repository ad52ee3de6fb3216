import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { WaitingOutcome } from '#domain/enrollments/waiting.schema.ts'
import type { Api } from '#src/api/api.ts'
import { type SeatsStore, useSeats } from '#src/enrollment/seats.ts'

const WaitingOutcomes = lazyRouteComponent(() => import('./waiting-outcomes.tsx'), 'WaitingOutcomes')

interface LaterWaitingOutcomesProps {
  api: Api
  store: SeatsStore
  /** which of them belong here; left out for all */
  isHere?: (outcome: WaitingOutcome) => boolean
  now: number
}

/** A live region that stands there from the start: what is said in it comes once in a while. */
export function LaterWaitingOutcomes({ api, store, isHere = () => true, now }: LaterWaitingOutcomesProps) {
  const outcomes = useSeats(store)?.outcomes.filter(isHere) ?? []
  return (
    <div role="status" hidden={outcomes.length === 0 || undefined}>
      <Suspense>
        {outcomes.length > 0 && <WaitingOutcomes api={api} seats={store} outcomes={outcomes} now={now} />}
      </Suspense>
    </div>
  )
}
