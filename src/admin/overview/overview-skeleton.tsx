import { Card } from '#src/ui/card.tsx'
import { Skeleton } from '#src/ui/progress.tsx'

/** Skeleton of the overview, in a separate file so that it is loaded before the screen's code. */
export const OverviewSkeleton = () => (
  <div data-layout="stack 4 top" data-room="wide" aria-busy="true">
    <Card>
      <div data-layout="row 1 x4 baseline">
        <h2 data-text="base muted">Actief schooljaar</h2>
        <p data-text="large strong figures">
          <Skeleton width="8ch" />
        </p>
      </div>
    </Card>
    <Card>
      <Skeleton lines={5} />
    </Card>
  </div>
)
