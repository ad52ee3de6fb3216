import { createActor } from 'xstate'
import type { User } from '#domain/user/user.schema.ts'
import { type EnrolmentActor, enrolmentMachine } from '#src/enrolment/enrolment.machine.ts'
import { enrolmentActors } from '#src/enrolment/enrolment-actors.ts'
import { noticeOf } from '#src/enrolment/enrolment-notice.ts'
import { connection } from './connection.ts'
import type { AppRouter } from './router.ts'
import { api, isLoggedIn, session } from './session.ts'
import { tellTo } from './toasts.ts'

export interface Surroundings {
  router: AppRouter
  user: User
  renew: () => Promise<void>
}

/** The enrolling of one dialog, told to the person by toasts and shown by new lists. */
export function startEnrolment({ router, user, renew }: Surroundings): EnrolmentActor {
  const tell = tellTo(user)
  const actor = createActor(
    enrolmentMachine.provide({
      actors: enrolmentActors({
        api,
        user: () => session.getSnapshot().context.user,
        refreshLists: async () => {
          // The address bar belongs to the router of who is there now.
          if (isLoggedIn(user)) await refreshScreen(router, renew)
        },
      }),
    }),
  )
  actor.on('*', (emitted) => {
    const { category, text } = noticeOf(emitted, Date.now())
    tell(category, text)
  })
  return actor.start()
}

async function refreshScreen(router: AppRouter, renew: Surroundings['renew']): Promise<void> {
  await renew()
  const failed = router.state.matches.find(({ status }) => status === 'error')
  if (failed) throw failed.error
  if (connection.getSnapshot().context.areKept) throw new Error('The lists are those from before')
}
