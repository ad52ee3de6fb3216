import '#src/ui/tokens.css'
import '#src/ui/base.css'
import '#src/ui/layout.css'
import './first-frame/first-frame.css'
import './arrival.ts'
import { StrictMode, Suspense, startTransition, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ruleAtFirst } from '#domain/calendar/amsterdam.ts'
import { loadSending } from '#src/api/api.ts'
import { awaitInstallOffer, InstallContext } from '#src/install/install-context.ts'
import { ConnectionContext } from '#src/offline/connection-view.tsx'
import { SessionProvider } from '#src/session/session-view.tsx'
import { ToastsContext } from '#src/toasts/toasts-context.ts'
import { App, loadFirstPart } from './app.tsx'
import { connection, startConnection } from './connection.ts'
import { afterScreen, LoadFailure, loadInstall, loadToasts, PageToasts } from './later.tsx'
import { session, startSession } from './session.ts'

ruleAtFirst()
awaitInstallOffer()
// A task of its own, since evaluating this file takes a cheap phone 40 ms. Input on the first frame in the
// meantime, such as a key in the login field, is handled in between.
setTimeout(begin)

async function begin(): Promise<void> {
  startConnection()
  startSession()
  await loadFirstPart()
  // The build fails without it.
  const root = document.getElementById('root') as HTMLElement
  // In slices that let the browser paint and respond in between, which a cheap phone needs.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <SessionProvider actor={session}>
          <ConnectionContext value={connection}>
            <ToastsContext value={loadToasts}>
              <InstallContext value={loadInstall}>
                <App />
              </InstallContext>
              <ToastsAfterScreen />
            </ToastsContext>
          </ConnectionContext>
        </SessionProvider>
      </StrictMode>,
    ),
  )
  // Loaded ahead: a button that sends needs it at once; and without a service worker the failure message could not be loaded
  // once the server is unreachable.
  afterScreen(1_000, async () => void (await Promise.all([loadSending(), LoadFailure.preload?.()])))
}

function ToastsAfterScreen() {
  const [isTime, setTime] = useState(false)
  useEffect(
    () =>
      // The live region must exist before its first text.
      afterScreen(
        500,
        async () => {
          await Promise.all([PageToasts.preload?.(), loadToasts()])
          return () => void setTime(true)
        },
        true,
      ),
    [],
  )
  return <Suspense>{isTime && <PageToasts />}</Suspense>
}
