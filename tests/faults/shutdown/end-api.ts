import { askEnrollment, askModules } from '#tests/harness/http/requests.ts'
import { makeApis } from '#tests/harness/killable-server.ts'
import { onEach, type Place } from '#tests/harness/places.ts'
import { seedFaultSchool } from '#tests/harness/school/fault-school.ts'
import { signTokens } from '#tests/harness/school/sign-tokens.ts'
import { sum } from '#tests/harness/statistics.ts'
import type { Extent, Fault, FaultRow } from '../fault-row.ts'
import { askUntilGone, type Farewell } from './leaving-client.ts'

/** on one connection each, as browsers and web servers in front do */
const KEEPING = 40
/** with a new one each time */
const DIALLING = 10
const ROUNDS = { quick: 2, full: 20 }
/** answered before the end comes, each time another moment */
const AT_LEAST = 200
const GOAL_MS = 10_000

/** SIGTERM while many ask: each request is answered, later ones are not let in, and the process ends by itself. */
export const endApi: Fault = {
  quick: true,
  run: (extent) => onEach((place) => endOften(place, extent), extent === 'quick' ? { engines: ['SQLite'] } : {}),
}

async function endOften(place: Place, extent: Extent): Promise<FaultRow> {
  const { dataDir, engine } = place
  const school = await seedFaultSchool(place.database, KEEPING + DIALLING)
  const tokens = await signTokens(dataDir, school.students.length)
  const [server] = await makeApis(place)
  const all: Farewell[] = []
  const ends: { ended: number | string; ms: number }[] = []

  for (let round = 0; round < ROUNDS[extent]; round++) {
    await place.database.kysely.deleteFrom('enrollment').execute()
    await server.start()
    const enough = Promise.withResolvers<void>()
    let asked = 0
    const clients = school.students.map(({ id: user_id }, index) => {
      const token = tokens[user_id] ?? ''
      const testmoment_id = school.moments.at(-1)?.id ?? 0
      let turn = index
      const next = () => {
        asked += 1
        if (asked === AT_LEAST + 37 * round) enough.resolve()
        turn += 1
        const module_id = school.modules[turn % school.modules.length] ?? 0
        return turn % 2 === 0 ? askModules(user_id, token) : askEnrollment({ user_id, testmoment_id, module_id }, token)
      }
      return askUntilGone(server.port, next, { keep: index < KEEPING })
    })
    await enough.promise
    ends.push(await server.stop())
    all.push(...(await Promise.all(clients)))
  }
  const longest = Math.max(...ends.map(({ ms }) => ms))
  const dropped = sum(all, (farewell) => farewell.dropped)
  const wrong = all.flatMap((farewell) => farewell.wrong)
  const badly = ends.filter(({ ended }) => ended !== 0).length
  return {
    fault: `SIGTERM of the API server, ${engine}`,
    done: `${ROUNDS[extent]} times while ${KEEPING} ask on kept connections and ${DIALLING} on new ones`,
    invariant: 'every request that it let in is answered, and it ends with 0',
    measured: `${sum(all, ({ answered }) => answered)} answered, ${dropped} dropped, ${sum(all, ({ outside }) => outside)} stood outside, ${wrong.length} wrong${wrong.length > 0 ? ` (${wrong[0]})` : ''}; ${badly} ended otherwise; gone within ${Math.round(longest)} ms`,
    goal: `0 dropped, wrong or otherwise; gone ≤ ${GOAL_MS / 1_000} s`,
    held: dropped + wrong.length + badly === 0,
    late: longest > GOAL_MS,
  }
}
