import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { UpdateNotice } from '#src/updates/update-notice.tsx'
import styles from './notices.module.css'
import { updates } from './updates.ts'

/**
 * What is said of the app itself, whoever is logged in. A tree of its own beside the app's: it comes after the first
 * screen, and an open dialog makes it inert like the rest of the page.
 */
export function showNotices(): void {
  const area = document.createElement('section')
  area.setAttribute('aria-label', 'Over de app')
  area.className = styles.area ?? ''
  document.body.append(area)
  createRoot(area).render(
    <StrictMode>
      <div role="status">
        <UpdateNotice updates={updates} />
      </div>
    </StrictMode>,
  )
}
