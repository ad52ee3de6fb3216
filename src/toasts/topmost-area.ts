import { useEffect, useState, useSyncExternalStore } from 'react'

/**
 * An open modal dialog makes the page behind it inert, its live regions included. So each dialog holds a toast area of
 * its own, and of all that are mounted only the newest shows the toasts.
 */
let areas: readonly symbol[] = []
const listeners = new Set<() => void>()

function change(next: readonly symbol[]): void {
  areas = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useIsTopmost(): boolean {
  const [area] = useState(() => Symbol('toast area'))
  useEffect(() => {
    change([...areas, area])
    return () => change(areas.filter((other) => other !== area))
  }, [area])
  return useSyncExternalStore(subscribe, () => areas.at(-1) === area)
}
