import { createActor, SimulatedClock } from 'xstate'
import type { Attempt, EnrollmentEmitted, MoveAttempt, Wanted, WantedMove } from '#src/enrollment/attempt.ts'
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
  moment: { date: '2026-11-24', duration: 'day' },
}

/** From an earlier moment to that of `attempt`. */
export const move: WantedMove = {
  ...attempt,
  link: { method: 'POST', href: '/api/v1/enrollment/12/move' },
  from: { date: '2026-11-17', duration: 'week' },
}

/** A dialog whose calls the test answers, on a clock that the test moves. */
export function openDialog() {
  const clock = new SimulatedClock()
  const calls = {
    enroll: scriptedActor<void, Attempt>(),
    unenroll: scriptedActor<void, Attempt>(),
    move: scriptedActor<void, MoveAttempt>(),
    lookUp: scriptedActor<boolean, Attempt>(),
    refreshLists: scriptedActor<void, void>(),
  }
  const allEmitted: EnrollmentEmitted[] = []
  const dialog = createActor(
    enrollmentMachine.provide({
      actors: {
        enroll: calls.enroll.logic,
        unenroll: calls.unenroll.logic,
        move: calls.move.logic,
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
