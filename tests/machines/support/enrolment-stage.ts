import { createActor, SimulatedClock } from 'xstate'
import type { Attempt, EnrolmentEmitted } from '#src/enrolment/enrolment.events.ts'
import { enrolmentMachine } from '#src/enrolment/enrolment.machine.ts'
import { noticeOf } from '#src/enrolment/enrolment-notice.ts'
import { scriptedActor } from './scripted-actor.ts'
import { transitionCoverage } from './transition-coverage.ts'

export const coverage = transitionCoverage(enrolmentMachine)

export const attempt: Omit<Attempt, 'wish'> = {
  link: { method: 'POST', href: '/api/v1/enrollment' },
  enrollment: { user_id: 7, testmoment_id: 3, module_id: 5 },
  moduleName: 'WIS1',
  moment: { date: '2026-11-24', duration: 'day' },
}

/** A dialog whose calls the test answers, on a clock that the test moves. */
export function openDialog() {
  const clock = new SimulatedClock()
  const calls = {
    enroll: scriptedActor<void, Attempt>(),
    unenroll: scriptedActor<void, Attempt>(),
    lookUp: scriptedActor<boolean, Attempt>(),
    refreshLists: scriptedActor<void, void>(),
  }
  const told: EnrolmentEmitted[] = []
  const dialog = createActor(
    enrolmentMachine.provide({
      actors: {
        enroll: calls.enroll.logic,
        unenroll: calls.unenroll.logic,
        lookUp: calls.lookUp.logic,
        refreshLists: calls.refreshLists.logic,
      },
    }),
    { clock, inspect: coverage.inspect },
  )
  dialog.on('*', (emitted) => told.push(emitted))
  dialog.start()
  return { dialog, calls, clock, told, notices: () => told.map(noticeOf) }
}
