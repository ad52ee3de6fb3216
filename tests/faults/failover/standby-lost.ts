import { startStandby, waitForNoStandby } from '../../support/postgres-standby.ts'
import { endure } from '../database/endure.ts'
import type { Fault } from '../fault-row.ts'
import { openPostgresPlace, within } from '../support/database-place.ts'

/** Without its synchronous standby a primary acknowledges nothing, until an operator tells it not to wait. */
export const standbyLost: Fault = {
  quick: false,
  run: (extent) =>
    within(openPostgresPlace(), async (place) => {
      const standby = await startStandby(place.cluster)
      const rows = await endure(
        place,
        {
          databaseUrl: place.url,
          troubles: [
            {
              name: 'standby killed',
              done: 'commits wait for it until the primary is told not to',
              begin: standby.crash,
              end: () => waitForNoStandby(place.cluster),
              felt: 'unwritable',
            },
          ],
        },
        extent,
      )
      await standby.stop()
      return rows
    }),
}
