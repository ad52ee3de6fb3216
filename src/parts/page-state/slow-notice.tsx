import { useEffect, useState } from 'react'
import { StatusLine } from '#src/ui/status/status.tsx'

const SLOW_AFTER_MS = 3_000

/** Beside what is on its way: says so when it takes longer than people expect. */
export function SlowNotice() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
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
