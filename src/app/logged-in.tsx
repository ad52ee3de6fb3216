import { type ErrorRouteComponent, RouterProvider } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#domain/users/user.schema.ts'
import { EnrollmentProvider } from '#src/enrollment/enrollment-provider.tsx'
import { RenewalContext } from '#src/live/refreshing.ts'
import { keepAmended, keptList } from '#src/offline/kept-list.ts'
import { PushContext } from '#src/push/push-context.ts'
import { TellContext } from '#src/toasts/toasts-context.ts'
import { lastKnownApi } from '../offline/last-known-api.ts'
import { onRead, onRenewal } from './connection.ts'
import { enrollmentLoader } from './enrollment-loader.ts'
import { followLive } from './live-after-screen.ts'
import { pushFor } from './push.ts'
import { createRenewal, refetch } from './renewal.ts'
import { createAppRouter } from './router.tsx'
import { api as freshApi, publicApi } from './session.ts'
import { tellTo } from './toasts.ts'
import { startWorkerLater } from './worker-after-screen.ts'

interface LoggedInProps {
  user: User
  /** where one screen cannot be loaded, if not what students see there */
  failure?: ErrorRouteComponent
}

export function LoggedIn({ user, failure }: LoggedInProps) {
  const { id } = user
  const [{ api, leniently, renew, amend, recall }] = useState(() =>
    lastKnownApi(freshApi, {
      keptList: (url) => keptList(id, url),
      keepAmended: (url, body) => keepAmended(id, url, body),
      onRead,
    }),
  )
  const context = { api, publicApi, user }
  const [router] = useState(() => createAppRouter(context))
  const [renewal] = useState(() => createRenewal({ router, user, leniently }))
  const [loadEnrollment] = useState(() => enrollmentLoader({ router, user, renew: renewal.now, amend, recall }))
  const [tell] = useState(() => tellTo(user))
  const [push] = useState(() => pushFor({ router, user }))

  useEffect(() => router.subscribe('onResolved', () => startWorkerLater()), [router])

  useEffect(() => renewal.follow(), [renewal])
  useEffect(() => followLive({ user: { id } }), [id])

  useEffect(() => push.follow(), [push])

  // What the server says anew of the user may change every screen.
  const shownFor = useRef(user)
  useEffect(() => {
    if (shownFor.current !== user) router.invalidate()
    shownFor.current = user
  }, [router, user])
  useEffect(() => onRenewal(() => renew(() => refetch(router))), [router, renew])

  return (
    <TellContext value={tell}>
      <EnrollmentProvider load={loadEnrollment}>
        <PushContext value={push.load}>
          <RenewalContext value={renewal.now}>
            <RouterProvider router={router} context={context} {...(failure && { defaultErrorComponent: failure })} />
          </RenewalContext>
        </PushContext>
      </EnrollmentProvider>
    </TellContext>
  )
}
