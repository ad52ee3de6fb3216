import type { ApiContext } from '#api-server/context.ts'
import { enrollmentReply, type Reader } from '#api-server/facts/enrollment.replies.ts'
import { userReply } from '#api-server/facts/user.replies.ts'
import * as schemas from '#contract/departments.schema.ts'
import * as department from '#contract/departments.ts'
import type { DepartmentSwitchMetadata } from '#domain/departments/department.schema.ts'
import { statusMomentFieldNames } from '#domain/enrollments/module-status.schema.ts'
import { pick } from '#domain/entities/pick.ts'
import { wordRefusals } from '#domain/messages/message.rules.ts'
import { callerOf, partyOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'
import { type describeSwitch, previewSwitch } from './assess-switch.ts'
import { switchDepartment } from './department-switch.ts'

/** Routes for the switch, by the student or by an administrator. */
export function departmentSwitchRoutes(app: Api, { database, letters, clock }: ApiContext): void {
  const reasons = ['not-found', 'onboarding-unfinished', 'education-department-unavailable'] as const

  app.route({
    ...operation(department.previewDepartmentSwitch, schemas.previewDepartmentSwitchSchemas, {
      reach: 'self-or-administration',
      of: 'query.user_id',
      summary: 'What a student would gain and lose by another department',
      reasons,
    }),
    handler: async (request) => {
      const by = partyOf(callerOf(request))
      const now = clock()
      return switchPreviewReply(await previewSwitch(database.kysely, request.query, now), { by, now })
    },
  })

  app.route({
    ...operation(department.switchDepartment, schemas.switchDepartmentSchemas, {
      reach: 'self-or-administration',
      of: 'body.user_id',
      summary:
        'Switch a student to another department, with all that comes of it; asks again where that became another',
      reasons: [...reasons, 'plan-changed', ...wordRefusals],
    }),
    handler: async (request) => {
      const actor = callerOf(request)
      const by = partyOf(actor)
      const { user, ...counts } = await switchDepartment(
        { database, clock, show: switchPreviewReply },
        { actor, by },
        request.body,
      )
      if (counts.students_messaged > 0) letters.wake()
      return { entity: userReply(user, actor), ...counts }
    },
  })
}

/** Reply with the preview; each enrollment that would end comes with the public fields of its moment. */
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
