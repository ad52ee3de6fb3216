import { createActor } from 'xstate'
import type { User } from '#domain/user/user.schema.ts'
import { type EnrolmentActor, enrolmentMachine } from '#src/enrolment/enrolment.machine.ts'
import { enrolmentActors } from '#src/enrolment/enrolment-actors.ts'
import { type EnrolmentNotice, noticeOf } from '#src/enrolment/enrolment-notice.ts'
import type { AppRouter } from './router.ts'
import { api } from './session.ts'

interface Surroundings {
  user: User
  router: AppRouter
  tell: (category: EnrolmentNotice['category'], text: string) => void
}

/** The enrolling of one dialog, told to the person by toasts and shown by new lists. */
export function startEnrolment({ user, router, tell }: Surroundings): EnrolmentActor {
  const actor = createActor(
    enrolmentMachine.provide({
      actors: enrolmentActors({ api, user: () => user, refreshLists: () => refreshScreen(router) }),
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
