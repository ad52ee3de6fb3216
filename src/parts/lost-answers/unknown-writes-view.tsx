import { type ReactNode, useEffect, useState } from 'react'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { unknownWritesTexts as texts } from './unknown-writes.texts.ts'
import { askAgain, useUnknownWrites } from './unknown-writes.ts'

export interface UnknownWritesView {
  title: string
  body: ReactNode
  /** button that asks the server again; null when all outcomes are known */
  look: ReactNode
}

/** Texts about the writes whose answers were lost; null when there are none. */
export function useUnknownWritesView(): UnknownWritesView | null {
  const { unknown, done, notReceived, isAsking } = useUnknownWrites()
  const isOnline = useIsOnline()
  if (unknown.length > 0)
    return {
      title: texts.unknown(unknown.length),
      body: <p>{isOnline ? texts.explained : texts.offline}</p>,
      look: (
        <Button tone="primary" busy={isAsking} disabled={!isOnline} onClick={() => void askAgain()}>
          {texts.look}
        </Button>
      ),
    }
  if (done.length + notReceived === 0) return null
  return {
    title: texts.over,
    body: (
      <>
        {done.length > 0 && <p>{[...new Set(done), texts.renewed].join('. ')}</p>}
        {notReceived > 0 && <p>{texts.notReceived(notReceived)}</p>}
      </>
    ),
    look: null,
  }
}

function useIsOnline(): boolean {
  const [isOnline, setIsOnline] = useState(navigator.onLine)
  useEffect(() => {
    const look = () => setIsOnline(navigator.onLine)
    window.addEventListener('online', look)
    window.addEventListener('offline', look)
    return () => {
      window.removeEventListener('online', look)
      window.removeEventListener('offline', look)
    }
  }, [])
  return isOnline
}

/**
 * Notice of unknown outcomes inside a form or dialog, where the notice at the foot of the page is out of reach.
 * `fallback` shows until a write is followed.
 */
export function UnknownWritesAlert({ fallback }: { fallback: string }) {
  const view = useUnknownWritesView()
  const [isFollowed, setFollowed] = useState(false)
  if (view && !isFollowed) setFollowed(true)
  // The outcome became known, and the user closed the notice about it.
  if (!view && isFollowed) return null
  return (
    <Alert tone="neutral" title={view?.title}>
      {view?.body ?? <span>{fallback}</span>}
      {view?.look && <div data-above="3">{view.look}</div>}
    </Alert>
  )
}
