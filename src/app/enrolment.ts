import { createActor } from 'xstate'
import { type EnrolmentActor, enrolmentMachine } from '#src/enrolment/enrolment.machine.ts'
import { enrolmentActors } from '#src/enrolment/enrolment-actors.ts'
import { type EnrolmentNotice, noticeOf } from '#src/enrolment/enrolment-notice.ts'
import type { AppRouter } from './router.ts'
import { api, session } from './session.ts'

export interface Surroundings {
  router: AppRouter
  tell: (category: EnrolmentNotice['category'], text: string) => void
}

/** The enrolling of one dialog, told to the person by toasts and shown by new lists. */
export function startEnrolment({ router, tell }: Surroundings): EnrolmentActor {
  const actor = createActor(
    enrolmentMachine.provide({
      actors: enrolmentActors({
        api,
        user: () => session.getSnapshot().context.user,
        refreshLists: () => refreshScreen(router),
      }),
    }),
  )
  actor.on('*', (emitted) => {
    const { category, text } = noticeOf(emitted)
    tell(category, text)
  })
  return actor.start()
}

async function refreshScreen(router: AppRouter): Promise<void> {
  await router.invalidate({ sync: true })
  const failed = router.state.matches.find(({ status }) => status === 'error')
  if (failed) throw failed.error
}
