import { createActor, SimulatedClock, waitFor } from 'xstate'
import { newTestmoment } from '#domain/testmoments/testmoment-edit.rules.ts'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import type {
  Attempt,
  EnrollmentEmitted,
  MoveAttempt,
  Standing,
  WaitAttempt,
  Wanted,
  WantedMove,
  WantedPlace,
} from '#src/enrollment/attempt.ts'
import { enrollmentMachine } from '#src/enrollment/enrollment.machine.ts'
import { noticeOf } from '#src/enrollment/enrollment-notice.ts'
import { scriptedActor } from './scripted-actor.ts'
import { transitionCoverage } from './transition-coverage.ts'

export const coverage = transitionCoverage(enrollmentMachine)

/** In the school year of the moments below. */
const NOW = Date.parse('2026-11-01T12:00:00Z')

export const attempt: Wanted = {
  link: { method: 'POST', href: '/api/v1/enrollment' },
  enrollment: { user_id: 7, testmoment_id: 3, module_id: 5 },
  moduleName: 'WIS1',
  moment: { ...newTestmoment, date: '2026-11-24' },
}

/** From an earlier moment to that of `attempt`. */
export const move: WantedMove = {
  ...attempt,
  link: { method: 'POST', href: '/api/v1/enrollment/12/move' },
  from: { ...newTestmoment, date: '2026-11-17', duration: 'week' },
}

/** In line at the moment of `attempt`. */
export const place: WantedPlace = { ...attempt, link: { method: 'POST', href: '/api/v1/waiting' }, move: null }
/** The same place while the student takes the module at the earlier moment of `move`. */
export const placeToMove: WantedPlace = { ...place, move: { link: move.link, from: move.from } }
export const placeTaken: Wanted = { ...attempt, link: { method: 'DELETE', href: '/api/v1/waiting/21' } }

/** A dialog whose calls the test answers, on a clock that the test moves. */
function openDialog() {
  const clock = new SimulatedClock()
  const calls = {
    enroll: scriptedActor<void, Attempt>(),
    unenroll: scriptedActor<void, Attempt>(),
    move: scriptedActor<void, MoveAttempt>(),
    join: scriptedActor<Standing, WaitAttempt>(),
    leave: scriptedActor<void, Attempt>(),
    lookUp: scriptedActor<Standing, Attempt>(),
    refreshLists: scriptedActor<void, void>(),
  }
  const allEmitted: EnrollmentEmitted[] = []
  const dialog = createActor(
    enrollmentMachine.provide({
      actors: {
        enroll: calls.enroll.logic,
        unenroll: calls.unenroll.logic,
        move: calls.move.logic,
        join: calls.join.logic,
        leave: calls.leave.logic,
        lookUp: calls.lookUp.logic,
        refreshLists: calls.refreshLists.logic,
      },
    }),
    { clock, inspect: coverage.inspect },
  )
  dialog.on('*', (emitted) => allEmitted.push(emitted))
  dialog.start()
  return { dialog, calls, clock, allEmitted, notices: () => allEmitted.map((emitted) => noticeOf(emitted, NOW)) }
}

export const refusal = (status: number, reason: string) => new ApiError({ status, reason })
/** One half of a move is refused. */
export const refusedAt = (half: string, reason: string) =>
  new ApiError({ status: 422, reason, details: { reason, half } })
export const silence = new NetworkError()

type Dialog = ReturnType<typeof openDialog>
type State = 'choosing' | 'refreshing' | 'resting' | 'verifying'

export const reach = ({ dialog }: Dialog, state: State) => waitFor(dialog, (snapshot) => snapshot.matches(state))

export function enrolling() {
  const stage = openDialog()
  stage.dialog.send({ type: 'enrollment.submitted', attempt })
  return stage
}

export function unenrolling() {
  const stage = openDialog()
  stage.dialog.send({ type: 'unenrollment.submitted', attempt })
  return stage
}

export function moving() {
  const stage = openDialog()
  stage.dialog.send({ type: 'move.submitted', attempt: move })
  return stage
}

export async function movingFails(error: unknown) {
  const stage = moving()
  stage.calls.move.last.reject(error)
  await reach(stage, 'refreshing')
  return stage
}

export async function enrollingFails(error: unknown) {
  const stage = enrolling()
  stage.calls.enroll.last.reject(error)
  await reach(stage, 'refreshing')
  return stage
}

export async function unenrollingFails(error: unknown) {
  const stage = unenrolling()
  stage.calls.unenroll.last.reject(error)
  await reach(stage, 'refreshing')
  return stage
}

export function joining(attempt = place) {
  const stage = openDialog()
  stage.dialog.send({ type: 'waiting.submitted', attempt })
  return stage
}

export function leavingTheLine() {
  const stage = openDialog()
  stage.dialog.send({ type: 'waiting.ended', attempt: placeTaken })
  return stage
}
