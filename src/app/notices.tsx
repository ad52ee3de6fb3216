import { useSelector } from '@xstate/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { InstallActor } from '#src/install/install.machine.ts'
import { InstallInvitation } from '#src/install/install-invitation.tsx'
import { sessionView } from '#src/session/session-view.tsx'
import { UpdateNotice } from '#src/updates/update-notice.tsx'
import styles from './notices.module.css'
import { session } from './session.ts'
import { updates } from './updates.ts'

/**
 * Notices about the app itself, for any user. A React tree beside the app's: it loads after the first screen, and an open
 * dialog makes it inert like the rest of the page.
 */
export function showNotices(install: InstallActor): void {
  const area = document.createElement('section')
  area.setAttribute('aria-label', 'Over de app')
  area.className = styles.area ?? ''
  document.body.append(area)
  createRoot(area).render(
    <StrictMode>
      <Notices install={install} />
    </StrictMode>,
  )
}

/** One at a time. Teachers and students in onboarding find how to install the app in their settings. */
function Notices({ install }: { install: InstallActor }) {
  const isUpdating = useSelector(updates, (state) => state.hasTag('announced'))
  const isStudent = useSelector(session, (state) => sessionView(state).appState === 'student')
  return (
    <div role="status">
      <UpdateNotice updates={updates} />
      {isStudent && !isUpdating && <InstallInvitation install={install} />}
    </div>
  )
}
