import { completeModules, uncompleteModules } from '#contract/completed-module.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import type { CompletionChanges } from './completion-changes.ts'

/** What became of enrollments by it. */
export interface CompletionOutcome {
  deleted: number
  made: number
}

/** Says only what changed. Saying the same again is always safe, so a save of which no answer came can be repeated. */
export async function saveCompletion(
  { api, user }: { api: Api; user: User },
  { completed, reopened }: CompletionChanges,
): Promise<CompletionOutcome> {
  const { modules_completed, modules_uncompleted } = user._links
  if (!modules_completed || !modules_uncompleted) throw new Error('The user has no links to completed modules')
  const bodyOf = (ids: number[]) => ({ body: { entities: ids.map((id) => ({ id })) } })
  const outcome = { deleted: 0, made: 0 }
  if (reopened.length > 0) {
    const { enrollments_made } = await api.follow(uncompleteModules, modules_uncompleted, bodyOf(reopened))
    outcome.made = enrollments_made
  }
  if (completed.length > 0) {
    const { enrollments_deleted } = await api.follow(completeModules, modules_completed, bodyOf(completed))
    outcome.deleted = enrollments_deleted
  }
  return outcome
}
