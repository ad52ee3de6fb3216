import type { ApiContext } from '#api-server/context.ts'
import { enrollmentReply, type Reader } from '#api-server/facts/enrollment.replies.ts'
import { userReply } from '#api-server/facts/user.replies.ts'
import * as departmentsCalls from '#contract/departments.calls.ts'
import type { DepartmentSwitchMetadata } from '#domain/departments/department.schema.ts'
import { statusMomentFieldNames } from '#domain/enrollments/enrollment.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { partyOf } from '#server/bearer.ts'
import { type Api, serve } from '#server/operation.ts'
import { type describeSwitch, previewSwitch } from './assess-switch.ts'
import { switchDepartment } from './department-switch.ts'

export function departmentSwitchRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  serve(app, departmentsCalls, {
    previewDepartmentSwitch: async ({ caller, query }) => {
      const by = partyOf(caller)
      const now = clock()
      return switchPreviewReply(await previewSwitch(database.kysely, query, now), { by, now })
    },

    switchDepartment: async ({ caller, body }) => {
      const deps = { database, clock, replyOf: switchPreviewReply }
      const { user, ...counts } = await switchDepartment(deps, { actor: caller, by: partyOf(caller) }, body)
      if (counts.students_messaged > 0) letters.wake()
      return { entity: userReply(user, caller), ...counts }
    },
  })
}

const switchPreviewReply = (
  preview: Awaited<ReturnType<typeof describeSwitch>>,
  reader: Reader,
): DepartmentSwitchMetadata => ({
  ...preview,
  enrollments_to_be_deleted: preview.enrollments_to_be_deleted.map((row) => ({
    ...enrollmentReply(row, row, reader),
    testmoment: pick({ ...row, id: row.testmoment_id }, statusMomentFieldNames),
  })),
})
