import { useEffect, useState } from 'react'
import { StatusLine } from '#src/ui/status.tsx'

/** Appears beside a skeleton or a busy button when loading takes longer than people expect. */
export function SlowNotice({ isGoingOn = true }: { isGoingOn?: boolean }) {
  const isSlow = useIsSlow(isGoingOn)
  return <div role="status">{isSlow && <StatusLine>Dit duurt langer dan anders. Even geduld…</StatusLine>}</div>
}

const SLOW_AFTER_MS = 3_000

/** Whether it has been going on for so long that the user should be informed. */
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
