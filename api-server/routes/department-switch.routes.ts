import type { ApiContext } from '#api-server/api-context.ts'
import { authorise } from '#api-server/platform/authorise.ts'
import { userReply } from '#api-server/replies/user-reply.ts'
import { previewDepartmentSwitch as preview } from '#api-server/use-cases/preview-department-switch.ts'
import { switchDepartment as perform } from '#api-server/use-cases/switch-department.ts'
import { previewDepartmentSwitchSchemas, switchDepartmentSchemas } from '#contract/department-switch.schema.ts'
import { previewDepartmentSwitch, switchDepartment } from '#contract/department-switch.ts'
import { callerOf } from '#server/bearer.ts'
import { type Api, operation } from '#server/operation.ts'

/** By the student, or by an administrator for them. */
export function departmentSwitchRoutes(app: Api, { database, clock }: ApiContext): void {
  const reasons = ['not-yours', 'not-found', 'onboarding-unfinished', 'education-department-unavailable'] as const

  app.route({
    ...operation(previewDepartmentSwitch, previewDepartmentSwitchSchemas, {
      summary: 'What a student would gain and lose by another department',
      reasons,
    }),
    handler: async (request) => {
      const by = authorise(callerOf(request), request.query.user_id)
      return preview(database, request.query, { by, now: clock() })
    },
  })

  app.route({
    ...operation(switchDepartment, switchDepartmentSchemas, {
      summary: 'Switch a student to another department, with all that comes of it',
      reasons,
    }),
    handler: async (request) => {
      const actor = callerOf(request)
      const by = authorise(actor, request.body.user_id)
      const { user, ...counts } = await perform({ database, clock }, { actor, by }, request.body)
      return { entity: userReply(user, actor), ...counts }
    },
  })
}
