import { fromPromise } from 'xstate'
import { createEnrollment, deleteEnrollment, moveEnrollment } from '#contract/enrollments.ts'
import { listUserTestmoments } from '#contract/users.ts'
import type { Enrollment } from '#domain/enrollments/enrollment.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { type Attempt, isUnanswered, type MoveAttempt } from './attempt.ts'
import type { OwnChange } from './own-change.ts'

export interface EnrollmentDeps {
  api: Api
  /** who is logged in */
  user: () => User | null
  /** fetches anew what the screen shows; rejects when it stays as it was */
  refreshLists: () => Promise<void>
  /** hears what becomes of an attempt, for whoever keeps the lists that it is of */
  onChange: (change: OwnChange) => void
}

/** So long (ms) no answer is nothing to speak of. A student who starts the app anew after that is told of the attempt. */
const PROMPT_MS = 3_000

/** What the enrollment machine leaves to others. */
export function enrollmentActors({ api, user, refreshLists, onChange }: EnrollmentDeps) {
  const ask = async <Reply>(attempt: Attempt, asking: Promise<Reply>, answered: (reply: Reply) => OwnChange) => {
    const lasting = setTimeout(() => onChange({ type: 'unanswered', attempt }), PROMPT_MS)
    try {
      onChange(answered(await asking))
    } catch (error) {
      onChange({ type: isUnanswered(error) ? 'unanswered' : 'undone', attempt })
      throw error
    } finally {
      clearTimeout(lasting)
    }
  }

  const enroll = fromPromise<void, Attempt>(({ input }) =>
    ask(input, api.follow(createEnrollment, input.link, { body: input.enrollment }), ({ entity }) => ({
      type: 'enrolled',
      enrollment: entity,
    })),
  )

  const unenroll = fromPromise<void, Attempt>(({ input }) =>
    ask(input, api.follow(deleteEnrollment, input.link), () => ({ type: 'unenrolled', attempt: input })),
  )

  const move = fromPromise<void, MoveAttempt>(({ input }) => {
    const body = { testmoment_id: input.enrollment.testmoment_id }
    return ask(input, api.follow(moveEnrollment, input.link, { body }), ({ entity }) => ({
      type: 'moved',
      enrollment: entity,
      attempt: input,
    }))
  })

  const lookUp = fromPromise<boolean, Attempt>(async ({ input }) => {
    const { testmoment_id, module_id } = input.enrollment
    const link = user()?._links.testmoments
    if (!link) throw new Error('This user has no test moments to look in')
    const { entities } = await api.follow(listUserTestmoments, link, { query: { module_id } })
    const enrollment = entities
      .find(({ id }) => id === testmoment_id)
      ?.enrollments.find((held) => held.module_id === module_id)
    onChange(changeFound(input, enrollment))
    return enrollment !== undefined
  })

  return { enroll, unenroll, move, lookUp, refreshLists: fromPromise<void, void>(refreshLists) }
}

/** What the server's list says of an attempt: `enrollment` is what it holds at the moment that was asked for. */
function changeFound(attempt: Attempt, enrollment: Enrollment | undefined): OwnChange {
  if (!enrollment) return { type: attempt.wish === 'unenrolled' ? 'unenrolled' : 'undone', attempt }
  if (attempt.wish === 'moved') return { type: 'moved', enrollment, attempt }
  return attempt.wish === 'enrolled' ? { type: 'enrolled', enrollment } : { type: 'undone', attempt }
}
