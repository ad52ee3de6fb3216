import type { Extent, Fault, FaultRow } from '../fault-row.ts'
import { inWords, isTrue } from '../support/judge-journals.ts'
import { type FailedOver, failOver, STUDENTS } from './fail-over.ts'
import { directly, type MakeRoute, throughPgBouncer, withoutAWord } from './routes.ts'

const TIMES = { quick: 1, full: 3 }
const GOAL_MS = 30_000

/** PostgreSQL with a synchronous standby: the primary is lost in the crowd, and the standby promoted. */
export const failover: Fault = {
  quick: true,
  run: async (extent) => {
    const first = await row('primary killed, standby promoted', directly, extent)
    if (extent === 'quick') return [first]
    return [
      first,
      await row('the same, the primary’s machine silent', withoutAWord, extent),
      await row('the same through PgBouncer', throughPgBouncer, extent),
      await control(extent),
    ]
  },
}

async function row(fault: string, route: MakeRoute, extent: Extent): Promise<FaultRow> {
  const runs: FailedOver[] = []
  for (let n = 0; n < TIMES[extent]; n++) runs.push(await failOver(route, extent))
  const worst = runs.find(({ judgement }) => !isTrue(judgement)) ?? runs[0]
  const longest = Math.max(...runs.map(({ ms }) => ms))
  return {
    fault,
    done: `${TIMES[extent]} × while ${STUDENTS[extent]} students use two API servers`,
    invariant: 'all that was acknowledged is at the new primary once, and nobody is logged out',
    measured: `${worst ? inWords(worst.judgement) : ''}; acknowledges again after ${(longest / 1_000).toFixed(1)} s at most`,
    goal: `0 of each; back ≤ ${GOAL_MS / 1_000} s`,
    held: runs.every(({ judgement }) => isTrue(judgement)),
    late: longest > GOAL_MS,
  }
}

/** Whether a loss would be seen at all: from a standby that lags, what was acknowledged last must be missing. */
async function control(extent: Extent): Promise<FaultRow> {
  const { judgement } = await failOver(directly, extent, { lagging: true })
  return {
    fault: 'control: a standby that nobody waited for',
    done: 'the same, with the standby cut off before the last changes',
    invariant: 'the journals show what was lost',
    measured: inWords(judgement),
    goal: 'some lost, or false answers',
    held: !isTrue(judgement),
  }
}
