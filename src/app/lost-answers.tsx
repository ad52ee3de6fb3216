import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { LostWrite } from '#src/api/lost-answer.ts'
import { addUnknownWrite, askAgain, closeOutcomes, useUnknownWrites } from '#src/parts/lost-answers/unknown-writes.ts'
import { useUnknownWritesView } from '#src/parts/lost-answers/unknown-writes-view.tsx'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import styles from './notices.module.css'

/** Interval (ms) between questions to the server while the outcome of a write is unknown. */
const ASK_AGAIN_MS = 15_000

let isShown = false

/** Asks about a write until its outcome is known, and shows that at the bottom of the page, on whatever screen. */
export function follow(write: LostWrite): void {
  addUnknownWrite(write)
  if (isShown) return
  isShown = true
  const area = document.createElement('section')
  area.setAttribute('aria-label', 'Nog niet bekend')
  area.className = styles.area ?? ''
  document.body.append(area)
  createRoot(area).render(
    <StrictMode>
      <UnknownWritesNotice />
    </StrictMode>,
  )
}

/** Stays until it is closed: the user may have left the screen on which they made the write. */
function UnknownWritesNotice() {
  const hasUnknown = useUnknownWrites().unknown.length > 0
  const view = useUnknownWritesView()
  useEffect(() => {
    if (!hasUnknown) return
    const ask = () => {
      if (navigator.onLine) void askAgain()
    }
    window.addEventListener('online', ask)
    const timer = setInterval(ask, ASK_AGAIN_MS)
    return () => {
      window.removeEventListener('online', ask)
      clearInterval(timer)
    }
  }, [hasUnknown])
  return (
    <div role="status">
      {view && (
        <Notice title={view.title} actions={view.look ?? <Button onClick={closeOutcomes}>Sluiten</Button>}>
          {view.body}
        </Notice>
      )}
    </div>
  )
}
