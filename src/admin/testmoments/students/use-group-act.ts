import { carryOutGroupAct } from '#contract/enrolled-students.gen.ts'
import type { BatchAct, BatchTest, SettledTest } from '#domain/enrollments/group-act.schema.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { asDone, useBatches } from '#src/parts/many/use-batches.ts'

/** Small, so that the server serves enrolling students between two requests, and the teacher sees progress. */
const ENROLLMENTS_PER_REQUEST = 50

export function useGroupAct(testmomentId: number) {
  const api = useApi()
  const batches = useBatches<BatchTest, SettledTest>(ENROLLMENTS_PER_REQUEST)
  const start = (act: BatchAct, tests: readonly BatchTest[], message?: WrittenMessage) =>
    batches.start(tests, async (some, isRepeat) => {
      const body = { act, tests: [...some], ...(message && { message }) }
      const reply = await api.call(carryOutGroupAct, { params: { id: testmomentId }, body })
      return isRepeat ? reply.tests.map(asDone) : reply.tests
    })
  return { ...batches, start }
}
