import { useCallback } from 'react'
import { useSession } from '#src/session/session-view.tsx'

/** Tells the server's time, in milliseconds since the epoch. */
export function useServerTime(): () => number {
  const { clockOffset, now } = useSession()
  return useCallback(() => now() + clockOffset, [clockOffset, now])
}
