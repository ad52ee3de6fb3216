import './newcomer-routes.ts'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { rememberAddress } from '#src/account/last-address.ts'
import { LoadingScreen } from '#src/account/loading-screen.tsx'
import { LoginScreen } from '#src/account/login/login-screen.tsx'
import { SecondFactorScreen } from '#src/account/login/second-factor-screen.tsx'
import { useSession } from '#src/session/session-view.tsx'
import { ScreenFailure, startUpkeepLater } from './later.tsx'
import { createAppRouter } from './router.tsx'
import { api, publicApi } from './session.ts'

/** Nobody is logged in: there are the screens for visitors, and at every other path the login screen. */
export function Visitor() {
  // A user who logged in meanwhile leaves nothing to the next one.
  useState(() => rememberAddress(''))
  const [router] = useState(() =>
    createAppRouter({ api, publicApi, user: null, lists: null, onboarding: nobodyIsThere }, ScreenFailure),
  )
  useEffect(startUpkeepLater, [])
  return (
    <RouterProvider
      router={router}
      defaultNotFoundComponent={LoginPage}
      // The frame of index.html stays until the first screen has come.
      defaultPendingComponent={StillLoading}
      defaultPendingMs={0}
      defaultPendingMinMs={0}
    />
  )
}

const StillLoading = () => <LoadingScreen unreachable={false} />

export function LoginPage() {
  const { failure, status, challenge, endSchoolLogin, ...session } = useSession()
  const busy = status === 'logging-in'
  if (challenge)
    return (
      <SecondFactorScreen
        challenge={challenge}
        failure={failure}
        busy={busy}
        onProof={session.giveFactor}
        onAbandon={session.abandonFactor}
      />
    )
  return (
    <LoginScreen
      publicApi={publicApi}
      failure={failure}
      busy={busy}
      endSchoolLogin={endSchoolLogin}
      onSubmit={session.logIn}
      onPasskey={session.logInByPasskey}
    />
  )
}

/** The guard of students' screens lets no visitor through. */
async function nobodyIsThere(): Promise<never> {
  throw new Error('Nobody is logged in')
}
