import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#domain/user/user.schema.ts'
import { EnrolmentProvider } from '#src/enrolment/enrolment-provider.tsx'
import { TellContext } from '#src/toasts/tell-context.ts'
import { connection } from './connection.ts'
import { enrolmentLoader } from './enrolment-loader.ts'
import { lastKnownApi } from './last-known-api.ts'
import { followLive } from './live-after-screen.ts'
import { createAppRouter } from './router.ts'
import { api as freshApi, publicApi } from './session.ts'
import { tellTo } from './toasts.ts'
import { startWorkerLater } from './worker-after-screen.ts'

export function LoggedIn({ user }: { user: User }) {
  const [{ api, leniently }] = useState(() => lastKnownApi(freshApi))
  const context = { api, publicApi, user }
  const [router] = useState(() => createAppRouter(context))
  const [loadEnrolment] = useState(() => enrolmentLoader({ router, user }))
  const [tell] = useState(() => tellTo(user))

  useEffect(() => router.subscribe('onResolved', () => startWorkerLater()), [router])

  const { id } = user
  useEffect(() => followLive({ router, user: { id }, leniently }), [router, id, leniently])

  // What the server says anew of the user, or that it speaks again, may change every screen.
  const shownFor = useRef(user)
  useEffect(() => {
    if (shownFor.current !== user) router.invalidate()
    shownFor.current = user
  }, [router, user])
  useEffect(() => {
    const subscription = connection.on('connection.returned', () => router.invalidate())
    return () => subscription.unsubscribe()
  }, [router])

  return (
    <TellContext value={tell}>
      <EnrolmentProvider load={loadEnrolment}>
        <RouterProvider router={router} context={context} />
      </EnrolmentProvider>
    </TellContext>
  )
}
