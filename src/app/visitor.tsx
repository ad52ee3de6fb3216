import './newcomer-routes.ts'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { rememberAddress } from '#src/account/last-address.ts'
import { LoadingScreen } from '#src/account/loading-screen.tsx'
import { LoginScreen } from '#src/account/login/login-screen.tsx'
import { SecondFactorScreen } from '#src/account/login/second-factor-screen.tsx'
import { useSession } from '#src/session/session-view.tsx'
import { ScreenFailure, startUpkeepLater } from './later.tsx'
import { createAppRouter } from './router.tsx'
import { api, lastRefused, publicApi } from './session.ts'

/** App without a session: the screens for visitors, and the login screen at every other path. */
export function Visitor() {
  // A user whose login is over logs in again; one who logged out leaves nothing for the next user.
  useState(() => rememberAddress(lastRefused()))
  const [router] = useState(() =>
    createAppRouter({ api, publicApi, user: null, lists: null, onboarding: nobodyIsThere }, ScreenFailure),
  )
  useEffect(startUpkeepLater, [])
  useLayoutEffect(faceOnLeaving, [])
  return (
    <RouterProvider
      router={router}
      defaultNotFoundComponent={LoginPage}
      // The frame of index.html stays until the first screen is loaded.
      defaultPendingComponent={StillLoading}
      defaultPendingMs={0}
      defaultPendingMinMs={0}
    />
  )
}

/**
 * From the first screen after the login page on, headings use the display face: it changes where nothing that is seen
 * can move.
 */
function faceOnLeaving() {
  const FACE = '600 1em "Bricolage Grotesque Loaded"'
  document.fonts.load(FACE).catch(() => {})
  return () => {
    if (document.fonts.check?.(FACE)) document.documentElement.dataset.face = ''
  }
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

/** The guard of students' screens lets no visitor get this far. */
async function nobodyIsThere(): Promise<never> {
  throw new Error('Nobody is logged in')
}
