import { useCallback } from 'react'
import { useSession } from '#src/session/session-context.tsx'

/** Tells the server's time, in milliseconds since the epoch. */
export function useServerTime(): () => number {
  const { clockOffset, now } = useSession()
  return useCallback(() => now() + clockOffset, [clockOffset, now])
}
