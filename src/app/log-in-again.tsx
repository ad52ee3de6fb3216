import { createRoot } from 'react-dom/client'
import { LogInAgain } from '#src/account/login/log-in-again.tsx'
import type { Api } from '#src/api/api.ts'
import { ConnectionContext } from '#src/offline/connection-view.tsx'
import type { SessionActor } from '#src/session/session.machine.ts'
import { SessionProvider } from '#src/session/session-view.tsx'
import { connection } from './connection.ts'

interface LoggingInAgain {
  session: SessionActor
  publicApi: Api
  /** element that had the focus when the session ended */
  focused: Element | null
}

/**
 * Opens the login over the whole page, beside the app: the screen on which the user was typing stays mounted behind it, hidden.
 * Resolves to whether the same user logged in; another user finds none of it. The focus returns to where it was.
 */
export function openLogInAgain({ session, publicApi, focused }: LoggingInAgain): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const typist = session.getSnapshot().context.user?.id
  // The title may name the person that the screen is about.
  const { title } = document
  document.title = 'Inloggen'
  return new Promise((resolve) => {
    const close = (isBack: boolean) => {
      following.unsubscribe()
      root.unmount()
      place.remove()
      if (isBack) document.title = title
      resolve(isBack)
      // In the next frame, when the screen is visible again.
      if (isBack && focused instanceof HTMLElement) requestAnimationFrame(() => focused.focus())
    }
    const following = session.subscribe((snapshot) => {
      const { user, isLapsed } = snapshot.context
      if (user?.id !== typist) close(false)
      else if (!isLapsed && snapshot.matches('authenticated')) close(true)
    })
    root.render(
      <SessionProvider actor={session}>
        <ConnectionContext value={connection}>
          <LogInAgain publicApi={publicApi} />
        </ConnectionContext>
      </SessionProvider>,
    )
  })
}
