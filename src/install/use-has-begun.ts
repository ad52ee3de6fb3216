import { useSyncExternalStore } from 'react'

const BEGINNINGS = ['keydown', 'pointerdown', 'pointerup'] as const

/**
 * Has this person touched the page yet? Who opens it comes for something, and is not to be met by an invitation that
 * comes between: it can wait for the first tap. A browser that does not tell counts as touched.
 */
export const useHasBegun = (): boolean => useSyncExternalStore(onBeginning, hasBegun)

function onBeginning(tell: () => void): () => void {
  const hearing = new AbortController()
  for (const name of BEGINNINGS) addEventListener(name, tell, { signal: hearing.signal, passive: true })
  return () => hearing.abort()
}

const hasBegun = (): boolean => navigator.userActivation?.hasBeenActive ?? true
