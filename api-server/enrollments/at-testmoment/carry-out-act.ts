import type { DeskRequest } from '#api-server/enrollments/desk/decide.ts'
import type { EnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { obstacleIn } from '#api-server/enrollments/desk/refusal.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { BatchAct, BatchTest, SettledTest } from '#domain/enrollments/group-act.schema.ts'
import { Problem } from '#server/problem.ts'
import { listTestsOf } from './enrolled-student.queries.ts'

interface CarryingOut {
  testmomentId: number
  act: BatchAct
  tests: readonly BatchTest[]
  /** acting administrator, and their message to the students with a change */
  asked: Pick<DeskRequest, 'by' | 'actor_id' | 'session_id' | 'message'>
}

/**
 * Carries out the act for each student through the desk, which batches it with other requests, so that students who enroll
 * meanwhile do not wait longer. Safe to repeat. If some could not be decided, it throws after all have settled.
 */
export async function carryOutGroupAct(
  { database, desk }: { database: Database; desk: EnrollmentDesk },
  { testmomentId, act, tests, asked }: CarryingOut,
): Promise<SettledTest[]> {
  const here = act.kind === 'enroll' ? none : await enrollmentsOf(database, testmomentId, tests)
  const there = act.kind === 'move' ? await enrollmentsOf(database, act.testmoment_id, tests) : none
  const settled = await Promise.allSettled(
    tests.map(async ({ above_seats, ...test }): Promise<SettledTest> => {
      const place = { ...test, testmoment_id: testmomentId, above_seats, ...asked }
      const settle = (request: DeskRequest) => settleBy(desk, test, request)
      if (act.kind === 'enroll') return settle({ wish: 'enroll', ...place })
      const enrollment_id = here.get(keyOf(test))
      if (act.kind === 'unenroll')
        return enrollment_id === undefined
          ? { ...test, outcome: 'already' }
          : settle({ wish: 'unenroll', enrollment_id, ...place })
      if (enrollment_id !== undefined)
        return settle({ wish: 'move', enrollment_id, to_testmoment_id: act.testmoment_id, ...place })
      return there.has(keyOf(test)) ? { ...test, outcome: 'already' } : { ...test, ...gone }
    }),
  )
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}

const none: ReadonlyMap<string, number> = new Map()

const gone = { outcome: 'refused', obstacle: { refusal: 'not-found' } } as const

const keyOf = ({ user_id, module_id }: Omit<BatchTest, 'above_seats'>) => `${user_id} ${module_id}`

async function enrollmentsOf({ kysely }: Database, testmomentId: number, tests: readonly BatchTest[]) {
  const held = await listTestsOf(kysely, testmomentId, [...new Set(tests.map(({ user_id }) => user_id))])
  return new Map([...held.values()].flat().map((row) => [keyOf(row), row.id]))
}

async function settleBy(
  desk: EnrollmentDesk,
  test: Omit<BatchTest, 'above_seats'>,
  request: DeskRequest,
): Promise<SettledTest> {
  try {
    const { created } = await desk.handle(request)
    return { ...test, outcome: created || request.wish === 'unenroll' ? 'done' : 'already' }
  } catch (error) {
    const obstacle = error instanceof Problem ? obstacleIn(error) : undefined
    if (!obstacle) throw error
    // The enrollment ended between the read and the lock, so the wish is fulfilled.
    if (request.wish === 'unenroll' && obstacle.refusal === 'not-found') return { ...test, outcome: 'already' }
    return { ...test, outcome: 'refused', obstacle }
  }
}
