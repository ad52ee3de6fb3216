import { fromPromise } from 'xstate'
import { listEducationDepartments } from '#contract/departments.gen.ts'
import { getOwnUser, listModuleStatuses } from '#contract/first-reads.gen.ts'
import { completeModules, uncompleteModules } from '#contract/modules.gen.ts'
import { chooseEducationDepartment, confirmInformation, listAutomaticEnrollments } from '#contract/onboarding.gen.ts'
import type { Stale } from '#contract/refusals.ts'
import { editUser } from '#contract/users.gen.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import { answerOf, repeatUnanswered } from '#src/api/answer-of.ts'
import { type Api, editBody } from '#src/api/api.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { departmentOf } from '#src/api/department-of.ts'
import type { Answers, Known } from './onboarding.context.ts'
import type { Confirmed, StepRequest } from './onboarding.machine.ts'

export const onboardingActors = (api: Api) => ({
  loadStep: fromPromise<Partial<Known>, StepRequest>(({ input }) => loadStep(api, input)),

  saveStep: fromPromise<Partial<Known>, SaveRequest>(({ input }) => repeatUnanswered(() => saveStep(api, input))),

  confirm: fromPromise<Confirmed, StepRequest>(async ({ input: { user } }) => {
    const answer = await answerOf(() => api.follow(confirmInformation, usableLink(user, 'confirm_information')))
    if (answer) return { user: answer.reply.entity, made: answer.reply.enrollments_made }
    // The number of enrollments is lost with the answer: the first screen shows them.
    return { user: await api.call(getOwnUser), made: 0 }
  }),
})

/** The user's current data, and the lists of the step. */
export async function loadStep(api: Api, { step }: StepRequest): Promise<Partial<Known>> {
  const user = await api.call(getOwnUser)
  // The student confirmed on another device: there is no step left to show.
  return user.information_checked ? { user } : { user, ...(await listsOf(api, { step, user })) }
}

async function listsOf(api: Api, { step, user }: StepRequest): Promise<Partial<Known>> {
  switch (step) {
    case 1:
      return {}
    case 2: {
      const [{ entities }, department] = await Promise.all([
        api.call(listEducationDepartments),
        departmentOf(api, user),
      ])
      return { departments: entities, department }
    }
    case 3: {
      const { entities } = await api.follow(listModuleStatuses, usableLink(user, 'module_statuses'))
      return { modules: entities }
    }
    case 4: {
      const [{ entities, without_seat, ended }, department, statuses] = await Promise.all([
        api.follow(listAutomaticEnrollments, usableLink(user, 'automatic_enrollments')),
        departmentOf(api, user),
        api.follow(listModuleStatuses, usableLink(user, 'module_statuses')),
      ])
      return { preview: { made: entities, without_seat, ended }, department, modules: statuses.entities }
    }
  }
}

export interface SaveRequest extends StepRequest {
  answers: Answers
}

/** Returns what changed. Saving is idempotent, so a save without an answer is simply repeated. */
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

/** Saves the names. A change made elsewhere, or by a save without an answer, prevents nobody from setting their own names. */
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

/** Completed modules are sent last, even if there are none: that marks the step as done on the server. */
async function saveModules(api: Api, { user, answers: { completedIds, uncompletedIds } }: SaveRequest) {
  const listOf = (ids: number[]) => ({ entities: ids.map((id) => ({ id })) })
  if (uncompletedIds.length > 0)
    await api.follow(uncompleteModules, usableLink(user, 'modules_uncompleted'), { body: listOf(uncompletedIds) })
  const { entity } = await api.follow(completeModules, usableLink(user, 'modules_completed'), {
    body: listOf(completedIds),
  })
  return entity.entities
}

/** Returns a link; throws if the server does not offer it to this user now. */
function usableLink({ _links }: User, name: keyof User['_links']): Link {
  const link = _links[name]
  if (!link) throw new Error(`The user has no link ${name}`)
  return link
}
