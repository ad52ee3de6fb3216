import { useEffect, useState } from 'react'

/** How long (ms) a press can have been on its way to what was there before. */
const TURN_MS = 500

/** Whether this changed just now, as when a colleague ticks the same student: a press was not meant for what it is now. */
export function useIsTurning(value: unknown): boolean {
  const [known, setKnown] = useState(value)
  useEffect(() => {
    if (value === known) return
    const timer = setTimeout(() => setKnown(value), TURN_MS)
    return () => clearTimeout(timer)
  }, [value, known])
  return value !== known
}
