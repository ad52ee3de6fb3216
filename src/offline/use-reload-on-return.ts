import { useEffect, useRef } from 'react'

/** Loads the page anew once `isGone` ends, where nothing less brings what could not be loaded. */
export function useReloadOnReturn(isGone: boolean): void {
  const wasGone = useRef(false)
  useEffect(() => {
    if (wasGone.current && !isGone) location.reload()
    wasGone.current = isGone
  }, [isGone])
}
