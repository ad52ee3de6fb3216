import { fromPromise } from 'xstate'
import { createEnrollment, deleteEnrollment, moveEnrollment } from '#contract/enrollment.ts'
import { listUserTestmoments } from '#contract/user.ts'
import type { User } from '#domain/user/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import type { Attempt, MoveAttempt } from './enrolment.events.ts'

export interface EnrolmentMeans {
  api: Api
  /** who is logged in */
  user: () => User | null
  /** fetches anew what the screen shows; rejects when it stays as it was */
  refreshLists: () => Promise<void>
}

/** What the enrolment machine leaves to others. */
export function enrolmentActors({ api, user, refreshLists }: EnrolmentMeans) {
  const enroll = fromPromise<void, Attempt>(async ({ input: { link, enrollment } }) => {
    await api.follow(createEnrollment, link, { body: enrollment })
  })

  const unenroll = fromPromise<void, Attempt>(async ({ input: { link } }) => {
    await api.follow(deleteEnrollment, link)
  })

  const move = fromPromise<void, MoveAttempt>(async ({ input: { link, enrollment } }) => {
    await api.follow(moveEnrollment, link, { body: { testmoment_id: enrollment.testmoment_id } })
  })

  const lookUp = fromPromise<boolean, Attempt>(async ({ input: { enrollment } }) => {
    const { testmoment_id, module_id } = enrollment
    const link = user()?._links.testmoments
    if (!link) throw new Error('This user has no test moments to look in')
    const { entities } = await api.follow(listUserTestmoments, link, { query: { module_id } })
    return entities
      .filter(({ id }) => id === testmoment_id)
      .some(({ enrollments }) => enrollments.some((held) => held.module_id === module_id))
  })

  return { enroll, unenroll, move, lookUp, refreshLists: fromPromise<void, void>(refreshLists) }
}
