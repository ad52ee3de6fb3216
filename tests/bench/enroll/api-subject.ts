import { type LoadResult, load, loadAllAnswered } from '#tests/harness/http/closed-loop.ts'
import { wholeRequest } from '#tests/harness/http/requests.ts'
import type { Place } from '#tests/harness/places.ts'
import { startBenchServer } from '#tests/harness/programs.ts'
import {
  clearEnrollments,
  countEnrollments,
  countSeated,
  MODULES,
  MOMENTS,
  STUDENTS,
  setSeats,
} from '#tests/harness/school/bench-school.ts'
import { signTokens } from '#tests/harness/school/sign-tokens.ts'
import { ENROLL, NOTHING } from './bench-paths.ts'

/** An API server under load, on a bench school of its own. */
export interface ApiSubject {
  /** posts enrollments that are all new, and fails unless each was accepted and is in the database */
  enroll(path: string, connections: number, seconds: number): Promise<LoadResult>
  /** enrolls at moments with this many seats; fails unless as many students as fit were accepted, and no more */
  enrollWithSeats(seats: number, connections: number, seconds: number): Promise<LoadResult>
  /** posts the same bodies to the route that does nothing */
  doNothing(connections: number, seconds: number): Promise<LoadResult>
  stop(): Promise<unknown>
}

/** status of the refusal when no seat is left */
const FULL = 422

/** On a place that is seeded already, and asked from here only between the loads. */
export async function startApiSubject({ database, url, dataDir }: Place): Promise<ApiSubject> {
  const tokens = await signTokens(dataDir)
  const { port, stop } = await startBenchServer({ url, dataDir })
  const loadOf = (path: string, connections: number, seconds: number) => {
    let n = 0
    const next = () => {
      const body = uniqueEnrollment(n++)
      return wholeRequest({ path, token: tokens[body.user_id], body })
    }
    return { port, connections, seconds, next }
  }

  return {
    enroll: async (...how) => {
      await clearEnrollments(database)
      const result = await loadAllAnswered(201, loadOf(...how))
      const stored = await countEnrollments(database)
      if (stored !== result.answered) throw new Error(`${result.answered} enrollments acknowledged, ${stored} stored`)
      return result
    },
    enrollWithSeats: async (seats, ...how) => {
      await clearEnrollments(database)
      await setSeats(database, seats)
      const result = await load(loadOf(ENROLL, ...how))
      const seated = await countSeated(database)
      await setSeats(database, 0)
      const full = result.statuses.get(FULL) ?? 0
      if (full + (result.statuses.get(201) ?? 0) !== result.answered)
        throw new Error(`answered otherwise: ${[...result.statuses]}`)
      const wrong = seated.filter((students) => students > seats || (full > 0 && students < seats))
      if (wrong.length > 0) throw new Error(`${seats} seats at each moment, taken ${seated.join(', ')}`)
      return result
    },
    doNothing: (...how) => loadAllAnswered(201, loadOf(NOTHING, ...how)),
    stop,
  }
}

/**
 * The n-th enrollment (from 0) of the bench school: never the same twice, and each allowed, since a student meets a module
 * once. Neighbours are of different students, as in a storm. `enroll.sql` counts the same way.
 */
function uniqueEnrollment(n: number) {
  const student = n % STUDENTS
  const module = Math.floor(n / STUDENTS)
  if (module >= MODULES) throw new RangeError('The bench school has no more enrollments to give: it is too small.')
  return { user_id: student + 1, testmoment_id: ((student + module) % MOMENTS) + 1, module_id: module + 1 }
}
