import { createActor } from 'xstate'
import type { User } from '#domain/users/user.schema.ts'
import { type EnrollmentActor, enrollmentMachine } from '#src/enrollment/enrollment.machine.ts'
import { enrollmentActors } from '#src/enrollment/enrollment-actors.ts'
import { noticeOf } from '#src/enrollment/enrollment-notice.ts'
import { amendLists } from '#src/enrollment/own-change.ts'
import type { StudentLists } from '#src/enrollment/student-lists.ts'
import type { Notify } from '#src/toasts/toasts-context.ts'
import type { LastKnownApi } from '../offline/last-known-api.ts'
import { connection } from './connection.ts'
import type { AppRouter } from './router.tsx'
import { api, isLoggedIn, session } from './session.ts'

export interface Surroundings extends Pick<LastKnownApi, 'amend' | 'recall'> {
  router: AppRouter
  user: User
  lists: Pick<StudentLists, 'show'>
  renew: () => Promise<void>
  notify: Notify
}

/** Starts the enrollment machine of one dialog, which shows outcomes by toasts and new lists. */
export function startEnrollment({ router, user, lists, renew, notify, amend, recall }: Surroundings): EnrollmentActor {
  const actor = createActor(
    enrollmentMachine.provide({
      actors: enrollmentActors({
        api,
        user: () => session.getSnapshot().context.user,
        refreshLists: async () => {
          // Another user may be logged in by now; the address bar then belongs to their router.
          if (isLoggedIn(user)) await refreshScreen(router, renew)
        },
        onChange: (change) => {
          if (isLoggedIn(user)) amendLists({ links: user._links, amend, show: lists.show }, change)
        },
      }),
    }),
  )
  actor.on('*', (emitted) => {
    const { category, text } = noticeOf(emitted, Date.now())
    notify(category, text, {
      isEnrolled: emitted.type === 'enrollment.made' || emitted.type === 'move.made',
      about: 'attempt' in emitted ? `module ${emitted.attempt.enrollment.module_id}` : undefined,
    })
    // Keeps the unknown outcome visible where it belongs, which fetching from the server would not do.
    if (emitted.type === 'outcome.unknown' && isLoggedIn(user)) void recall(() => router.invalidate({ sync: true }))
  })
  return actor.start()
}

async function refreshScreen(router: AppRouter, renew: Surroundings['renew']): Promise<void> {
  await renew()
  const failed = router.state.matches.find(({ status }) => status === 'error')
  if (failed) throw failed.error
  if (connection.getSnapshot().context.areKept) throw new Error('The lists are those from before')
}
