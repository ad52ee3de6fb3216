import { completeModules, uncompleteModules } from '#contract/completed-module.ts'
import { chooseEducationDepartment } from '#contract/onboarding.ts'
import type { Stale } from '#contract/reason.ts'
import { editUser, getOwnUser } from '#contract/user.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { editBody } from '#src/api/edit-body.ts'
import { isRefusedFor } from '#src/api/refusal.ts'
import type { Answers, Known } from './onboarding.context.ts'
import type { StepRequest } from './onboarding.machine.ts'
import { usableLink } from './usable-link.ts'

export interface SaveRequest extends StepRequest {
  answers: Answers
}

/** What is different by it. Saying the same again is always safe, so a save of which no answer came is simply repeated. */
export async function saveStep(api: Api, request: SaveRequest): Promise<Partial<Known>> {
  const { step, user, answers } = request
  switch (step) {
    case 1: {
      return { user: await saveNames(api, request) }
    }
    case 2: {
      if (answers.departmentId === null) throw new Error('There is no department to choose')
      const link = usableLink(user, 'edit_education_department')
      const { entity } = await api.follow(chooseEducationDepartment, link, { body: { id: answers.departmentId } })
      return { department: entity, modules: null, preview: null, user: await api.call(getOwnUser) }
    }
    case 3: {
      const modules = await saveModules(api, request)
      return { modules, preview: null, user: await api.call(getOwnUser) }
    }
    case 4:
      throw new Error('The overview is confirmed, not saved')
  }
}

/** What was saved elsewhere meanwhile, or by a save of which no answer came, keeps nobody from their own names. */
async function saveNames(api: Api, { user, answers: { names } }: SaveRequest): Promise<User> {
  const save = async (theirs?: Stale['entity']) => {
    const { entity } = await api.follow(editUser, usableLink(user, 'edit'), { body: editBody(user, names, theirs) })
    return entity
  }
  try {
    return await save()
  } catch (error) {
    if (!isRefusedFor<Stale>(error, 'version-stale')) throw error
    return save(error.details.entity)
  }
}

/** Completed ones last and also when there are none: by that the server knows that this step was taken. */
async function saveModules(api: Api, { user, answers: { completedIds, uncompletedIds } }: SaveRequest) {
  const listOf = (ids: number[]) => ({ entities: ids.map((id) => ({ id })) })
  if (uncompletedIds.length > 0)
    await api.follow(uncompleteModules, usableLink(user, 'modules_uncompleted'), { body: listOf(uncompletedIds) })
  const { entity } = await api.follow(completeModules, usableLink(user, 'modules_completed'), {
    body: listOf(completedIds),
  })
  return entity.entities
}
