import { fromPromise } from 'xstate'
import { createEnrollment, deleteEnrollment, moveEnrollment } from '#contract/enrollments.gen.ts'
import { listUserTestmoments, readSeats } from '#contract/first-reads.gen.ts'
import { joinWaiting, leaveWaiting } from '#contract/waiting.gen.ts'
import type { Enrollment } from '#domain/enrollments/enrollment.schema.ts'
import type { WaitingEntry } from '#domain/enrollments/waiting.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { isUnanswered } from '#src/api/api-error.ts'
import { type Attempt, type MoveAttempt, movedBy, type Standing, type WaitAttempt } from './attempt.ts'
import type { OwnChange } from './own-change.ts'

export interface EnrollmentDeps {
  api: Api
  user: () => User | null
  /** fetches again what the screen shows; rejects if it stays outdated */
  refreshLists: () => Promise<void>
  /** called with the outcome of an attempt, for the student's lists */
  onChange: (change: OwnChange) => void
}

/** An answer within this time (ms) counts as prompt. After it, the lists show the attempt, also after a restart of the app. */
const PROMPT_MS = 3_000

export function enrollmentActors({ api, user, refreshLists, onChange }: EnrollmentDeps) {
  const ask = async <Reply>(attempt: Attempt, asking: Promise<Reply>, answered: (reply: Reply) => OwnChange) => {
    const lasting = setTimeout(() => onChange({ type: 'unanswered', attempt }), PROMPT_MS)
    try {
      const change = answered(await asking)
      onChange(change)
      return change
    } catch (error) {
      onChange({ type: isUnanswered(error) ? 'unanswered' : 'undone', attempt })
      throw error
    } finally {
      clearTimeout(lasting)
    }
  }

  const enroll = fromPromise<void, Attempt>(async ({ input }) => {
    await ask(input, api.follow(createEnrollment, input.link, { body: input.enrollment }), ({ entity }) => ({
      type: 'enrolled',
      enrollment: entity,
    }))
  })

  const unenroll = fromPromise<void, Attempt>(async ({ input }) => {
    await ask(input, api.follow(deleteEnrollment, input.link), () => ({ type: 'unenrolled', attempt: input }))
  })

  const move = fromPromise<void, MoveAttempt>(async ({ input }) => {
    const body = { testmoment_id: input.enrollment.testmoment_id }
    await ask(input, api.follow(moveEnrollment, input.link, { body }), ({ entity }) => ({
      type: 'moved',
      enrollment: entity,
      attempt: input,
    }))
  })

  const join = fromPromise<Standing, WaitAttempt>(async ({ input }) => {
    const body = { ...input.enrollment, moves: input.move !== null }
    const joining = api.follow(joinWaiting, input.link, { body })
    return standingBy(await ask(input, joining, ({ enrollment, entity }) => changeJoined(input, enrollment, entity)))
  })

  const leave = fromPromise<void, Attempt>(async ({ input }) => {
    await ask(input, api.follow(leaveWaiting, input.link), () => ({ type: 'left', attempt: input }))
  })

  const lookUp = fromPromise<Standing, Attempt>(async ({ input }) => {
    const { testmoment_id, module_id } = input.enrollment
    const { testmoments, seats } = user()?._links ?? {}
    if (!testmoments) throw new Error('This user has no test moments to look in')
    const isOfLine = input.wish === 'waiting' || input.wish === 'left'
    // The waiting list comes first: a student who gets a seat between the two requests is then found enrolled.
    const line = isOfLine && seats ? (await api.follow(readSeats, seats)).waiting : []
    const { entities } = await api.follow(listUserTestmoments, testmoments, { query: { module_id } })
    const enrollment = entities
      .find(({ id }) => id === testmoment_id)
      ?.enrollments.find((held) => held.module_id === module_id)
    const entry = line.find((each) => each.testmoment_id === testmoment_id && each.module_id === module_id)
    const change = isOfLine ? changeInLine(input, enrollment, entry) : changeFound(input, enrollment)
    onChange(change)
    if (enrollment) return { is: 'enrolled' }
    return entry ? { is: 'waiting', place: entry.place } : { is: 'neither' }
  })

  return { enroll, unenroll, move, join, leave, lookUp, refreshLists: fromPromise<void, void>(refreshLists) }
}

/** Change that the server's list shows for an attempt: `enrollment` is the one at the requested moment. */
function changeFound(attempt: Attempt, enrollment: Enrollment | undefined): OwnChange {
  if (!enrollment) return { type: attempt.wish === 'unenrolled' ? 'unenrolled' : 'undone', attempt }
  if (attempt.wish === 'moved') return { type: 'moved', enrollment, attempt }
  return attempt.wish === 'enrolled' ? { type: 'enrolled', enrollment } : { type: 'undone', attempt }
}

/** Change as the server's lists show it. A student who got a seat meanwhile is no longer on the list. */
function changeInLine(
  attempt: Attempt,
  enrollment: Enrollment | undefined,
  entry: WaitingEntry | undefined,
): OwnChange {
  if (attempt.wish === 'waiting') return changeJoined(attempt, enrollment, entry)
  return entry && !enrollment ? { type: 'undone', attempt } : { type: 'left', attempt }
}

function changeJoined(
  attempt: WaitAttempt,
  enrollment: Enrollment | null | undefined,
  entry: WaitingEntry | null | undefined,
): OwnChange {
  const { move } = attempt
  if (enrollment && move) return { type: 'moved', enrollment, attempt: movedBy(attempt, move) }
  if (enrollment) return { type: 'enrolled', enrollment }
  return entry ? { type: 'waiting', entry, attempt } : { type: 'undone', attempt }
}

const standingBy = (change: OwnChange): Standing => {
  if (change.type === 'waiting') return { is: 'waiting', place: change.entry.place }
  return { is: change.type === 'undone' ? 'neither' : 'enrolled' }
}
