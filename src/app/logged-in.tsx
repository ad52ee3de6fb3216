import { type ErrorRouteComponent, RouterProvider } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { reaches } from '#domain/users/roles.ts'
import type { User } from '#domain/users/user.schema.ts'
import { earlyFor } from '#src/api/early-answers.ts'
import { ApiContext } from '#src/api/use-api.ts'
import { EnrollmentProvider, type LoadEnrollment } from '#src/enrollment/enrollment-provider.tsx'
import { type StudentLists, studentListsOf } from '#src/enrollment/student-lists.ts'
import { RenewalContext } from '#src/live/renewal-context.ts'
import { earlyApi } from '#src/offline/early-api.ts'
import { PushContext } from '#src/push/push-context.ts'
import { type Notify, NotifyContext } from '#src/toasts/toasts-context.ts'
import { onRenewal } from './connection.ts'
import { afterScreen, later, loadedOnce, loadToasts, ScreenFailure, startUpkeepLater } from './later.tsx'
import { type AppRouter, createAppRouter } from './router.tsx'
import { forgetTyped, api as freshApi, isLoggedIn, publicApi, serverNow } from './session.ts'

interface LoggedInProps {
  user: User
  /** shown for a screen that failed to load, if not the students' default */
  failure?: ErrorRouteComponent
}

export function LoggedIn({ user, failure = ScreenFailure }: LoggedInProps) {
  const [{ api, router, notify, push, live, loadEnrollment, renew }] = useState(() => partsFor(user, failure))
  const context = { api, publicApi, user }

  const shownFor = useRef(user)
  useEffect(() => router.subscribe('onResolved', startUpkeepLater), [router])
  useEffect(() => router.subscribe('onResolved', forgetTypedOfBefore), [router])
  useEffect(() => live.follow(), [live])
  useEffect(() => push.follow(), [push])
  useEffect(
    () =>
      // A screen that shows messages has loaded it by then.
      afterScreen(2_000, async () => {
        const { followUnread } = await later.unread()
        return () => followUnread({ api, user: shownFor.current, router })
      }),
    [api, router],
  )

  // New data about the user may change every screen.
  useEffect(() => {
    if (shownFor.current !== user) router.invalidate()
    shownFor.current = user
  }, [router, user])

  return (
    <NotifyContext value={notify}>
      <EnrollmentProvider load={loadEnrollment}>
        <PushContext value={push.load}>
          <RenewalContext value={renew}>
            <ApiContext value={api}>
              <RouterProvider router={router} context={context} />
            </ApiContext>
          </RenewalContext>
        </PushContext>
      </EnrollmentProvider>
    </NotifyContext>
  )
}

/** Forgets what was typed on a screen once the user leaves it; onboarding is one form over several screens. */
function forgetTypedOfBefore({ pathChanged, toLocation }: { pathChanged: boolean; toLocation: { pathname: string } }) {
  if (pathChanged && !toLocation.pathname.startsWith('/onboarding')) forgetTyped()
}

function partsFor(user: User, failure: ErrorRouteComponent) {
  const lists: StudentLists = studentListsOf(user, { follow: (...asked) => api.follow(...asked) })
  const { api, whole } = earlyApi(freshApi, async () => (await later.lists()).apiOf(user, lists), lists.learn)
  const notify = notifierOf(user)
  const onboarding = loadedOnce(async () => (await later.onboarding()).startOnboarding(notify))
  const router = createAppRouter({ api, publicApi, user, lists, onboarding }, failure)
  const { renew, ...live } = liveFor({ router, user, lists, whole })
  const loadEnrollment: LoadEnrollment = loadedOnce(async () => {
    const [{ startEnrollment }, known] = await Promise.all([later.enrollment(), whole()])
    return () => startEnrollment({ ...known, router, user, lists, renew, notify })
  })
  return { api, router, notify, renew, live, loadEnrollment, push: pushFor(router, user) }
}

interface LiveParts {
  router: AppRouter
  user: User
  lists: StudentLists
  whole: ReturnType<typeof earlyApi>['whole']
}

function liveFor({ router, user, lists, whole }: LiveParts) {
  const load = loadedOnce(async () => {
    const [{ createLive }, known] = await Promise.all([later.live(), whole()])
    return createLive({ router, user, lists, ...known })
  })
  const fetchAll = () => router.invalidate({ sync: true })
  return {
    /** Fetches what the screen shows at once. */
    renew: () => load().then(({ now }) => now(), fetchAll),
    /** Receives changes once the first screen is shown, including those since it began to load. Returns how to stop. */
    follow: () => {
      const since = serverNow() - earlyFor()
      const stopRenewing = onRenewal((renewal) => load().then(({ afresh }) => afresh(renewal), fetchAll))
      const stop = afterScreen(
        1_000,
        async () => {
          const { follow } = await load()
          return () => follow(since)
        },
        true,
      )
      return () => {
        stop()
        stopRenewing()
      }
    },
  }
}

/** Parts for pushes: only students are ever notified. */
function pushFor(router: AppRouter, user: User) {
  let stop: (() => void) | undefined
  let hurry = () => {}
  const wanted = new Promise<void>((resolve) => {
    hurry = resolve
  })
  const start = loadedOnce(async () => {
    const { startPush } = await later.push()
    const started = startPush({ router, user, wanted })
    stop = started.stop
    return started.actor
  })
  return {
    /** for a screen that shows the state of pushes: loads at once */
    load: () => {
      hurry()
      return start()
    },
    /** Returns how to stop. */
    follow: () => {
      const stopWaiting = afterScreen(1_500, async () => {
        if (reaches(user, 'own-enrollments')) await start()
        return undefined
      })
      return () => {
        stopWaiting()
        stop?.()
      }
    },
  }
}

/** Notifies this user only: an answer that arrives after they left is dropped. */
const notifierOf =
  (user: User): Notify =>
  (category, text, more) => {
    loadToasts().then(
      (toasts) => isLoggedIn(user) && toasts.send({ type: 'toast.raised', word: { category, text, ...more } }),
      // The result is shown on the screen as well.
      () => undefined,
    )
  }
