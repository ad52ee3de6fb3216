import type { ApiContext } from '#api-server/context.ts'
import { requireSendable } from '#api-server/facts/queue-message.ts'
import { requireTestmoment } from '#api-server/facts/testmoment.queries.ts'
import { STUDENT_LIST_LIMIT_BYTES } from '#api-server/platform/limits.ts'
import { nextLink } from '#api-server/platform/paging.ts'
import * as enrolledStudentsCalls from '#contract/enrolled-students.calls.ts'
import * as contract from '#contract/enrolled-students.gen.ts'
import { type Api, serve } from '#server/operation.ts'
import { carryOutGroupAct, previewGroupAct } from './group-act.ts'
import { pageEnrolledStudents } from './page-enrolled-students.ts'

export function enrolledStudentRoutes(app: Api, { database, desk, letters, clock }: ApiContext): void {
  const { kysely } = database

  serve(app, enrolledStudentsCalls, {
    listEnrolledStudents: async (request) => {
      const { id, paging: size } = request.params
      const { cursor, sort, ...filter } = request.query
      await requireTestmoment(kysely, { id })
      const page = await pageEnrolledStudents(database, { testmomentId: id, filter, size, sort, cursor })
      const query = { sort, ...filter }
      return {
        entities: page.students,
        counts: page.counts,
        _links: nextLink(contract.listEnrolledStudents, page.next, { params: { id, paging: size }, query }),
      }
    },

    previewGroupAct: {
      bodyLimit: STUDENT_LIST_LIMIT_BYTES,
      handler: async ({ params, body: { act, group } }) => {
        const { id: testmomentId } = await requireTestmoment(kysely, params)
        if (act.kind === 'move') await requireTestmoment(kysely, { id: act.testmoment_id })
        return previewGroupAct({ database, now: clock() }, { testmomentId, act, group })
      },
    },

    carryOutGroupAct: async ({ caller, params, body }) => {
      const { act, tests } = body
      const message = body.message && requireSendable(body.message)
      const { id: testmomentId } = await requireTestmoment(kysely, params)
      if (act.kind === 'move') await requireTestmoment(kysely, { id: act.testmoment_id })
      const request = { by: 'administrator', actor_id: caller.id, session_id: caller.sessionId, message } as const
      try {
        return { tests: await carryOutGroupAct({ database, desk }, { testmomentId, act, tests, asked: request }) }
      } finally {
        if (message) letters.wake()
      }
    },
  })
}
