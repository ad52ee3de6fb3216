import { createActor } from 'xstate'
import type { ListReply } from '#contract/endpoint.ts'
import { listModuleStatuses, listUserTestmoments } from '#contract/users.ts'
import { readSeats } from '#contract/waiting.ts'
import type { Testmoment } from '#domain/testmoments/testmoment.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import { type EnrollmentActor, enrollmentMachine } from '#src/enrollment/enrollment.machine.ts'
import { enrollmentActors } from '#src/enrollment/enrollment-actors.ts'
import { noticeOf } from '#src/enrollment/enrollment-notice.ts'
import { changedMoments, changedSeats, changedStatuses, type OwnChange } from '#src/enrollment/own-change.ts'
import type { Notify } from '#src/toasts/toasts-context.ts'
import type { LastKnownApi } from '../offline/last-known-api.ts'
import { connection } from './connection.ts'
import type { AppRouter } from './router.tsx'
import { api, isLoggedIn, session } from './session.ts'

export interface Surroundings extends Pick<LastKnownApi, 'amend' | 'recall'> {
  router: AppRouter
  user: User
  renew: () => Promise<void>
  notify: Notify
}

/** The enrolling of one dialog, told to the person by toasts and shown by new lists. */
export function startEnrollment({ router, user, renew, notify, amend, recall }: Surroundings): EnrollmentActor {
  const { module_statuses, testmoments, seats } = user._links
  const amendLists = (change: OwnChange) => {
    if (!module_statuses || !testmoments) return
    let moments: readonly Testmoment[] = []
    amend(listUserTestmoments, testmoments, (list) => {
      moments = list.entities
      return withRows(list, changedMoments(list.entities, change))
    })
    amend(listModuleStatuses, module_statuses, (list) =>
      withRows(list, changedStatuses(list.entities, change, moments)),
    )
    if (seats) amend(readSeats, seats, (known) => changedSeats(known, change))
  }
  const actor = createActor(
    enrollmentMachine.provide({
      actors: enrollmentActors({
        api,
        user: () => session.getSnapshot().context.user,
        refreshLists: async () => {
          // The address bar belongs to the router of who is there now.
          if (isLoggedIn(user)) await refreshScreen(router, renew)
        },
        onChange: (change) => {
          if (isLoggedIn(user)) amendLists(change)
        },
      }),
    }),
  )
  actor.on('*', (emitted) => {
    const { category, text } = noticeOf(emitted, Date.now())
    notify(category, text, emitted.type === 'enrollment.made' || emitted.type === 'move.made')
    // It stays in sight where it belongs, which asking the server again would not bring about.
    if (emitted.type === 'outcome.unknown' && isLoggedIn(user)) void recall(() => router.invalidate({ sync: true }))
  })
  return actor.start()
}

const withRows = <Row>(list: ListReply<Row>, entities: readonly Row[]): ListReply<Row> =>
  entities === list.entities ? list : { ...list, entities: [...entities] }

async function refreshScreen(router: AppRouter, renew: Surroundings['renew']): Promise<void> {
  await renew()
  const failed = router.state.matches.find(({ status }) => status === 'error')
  if (failed) throw failed.error
  if (connection.getSnapshot().context.areKept) throw new Error('The lists are those from before')
}
