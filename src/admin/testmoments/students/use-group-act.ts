import { carryOutGroupAct } from '#contract/enrolled-students.ts'
import type { BatchAct, BatchTest, SettledTest } from '#domain/enrollments/group-act.schema.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import type { Api } from '#src/api/api.ts'
import { asDone, useBatches } from '#src/parts/many/use-batches.ts'

/** Enrollments per request: requests of enrolling students are served in between, and the teacher sees progress. */
const TOGETHER = 50

/** Enrolls, unenrolls or moves many students, in batches. */
export function useGroupAct(api: Api, testmomentId: number) {
  const batches = useBatches<BatchTest, SettledTest>(TOGETHER)
  const start = (act: BatchAct, tests: readonly BatchTest[], message?: WrittenMessage) =>
    batches.start(tests, async (some, isRepeat) => {
      const body = { act, tests: [...some], ...(message && { message }) }
      const reply = await api.call(carryOutGroupAct, { params: { id: testmomentId }, body })
      return isRepeat ? reply.tests.map(asDone) : reply.tests
    })
  return { ...batches, start }
}
