import { listModuleStatuses } from '#contract/user.ts'
import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'

export async function loadCompletion({ api, user }: { api: Api; user: User }): Promise<ModuleStatus[]> {
  const { module_statuses } = user._links
  if (!module_statuses) throw new Error('The user has no link to modules')
  const { entities } = await api.follow(listModuleStatuses, module_statuses)
  return entities
}
