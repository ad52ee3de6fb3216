import { Card } from '#src/ui/card.tsx'
import { Skeleton } from '#src/ui/progress.tsx'

/** The shape of the overview, in a file of its own: it is there before the screen's code is. */
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
