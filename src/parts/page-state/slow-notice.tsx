import { useEffect, useState } from 'react'
import { StatusLine } from '#src/ui/status.tsx'

/** Beside what is on its way, or a button that is busy: says so when it takes longer than people expect. */
export function SlowNotice({ isGoingOn = true }: { isGoingOn?: boolean }) {
  const isSlow = useIsSlow(isGoingOn)
  return (
    <div role="status">
      {isSlow && (
        <StatusLine tone="neutral" icon="info">
          Dit duurt langer dan anders. Even geduld…
        </StatusLine>
      )}
    </div>
  )
}

const SLOW_AFTER_MS = 3_000

/** Whether what is going on has been for longer than people expect; then it should be said. */
function useIsSlow(isGoingOn: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isGoingOn) return
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isGoingOn])
  return isSlow
}
