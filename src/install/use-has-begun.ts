import { useSyncExternalStore } from 'react'

/** A browser that does not tell counts as touched. */
let hasBegun = navigator.userActivation?.hasBeenActive ?? true

/**
 * Has this person done anything here yet? Who opens the app comes for something, and an invitation would come between:
 * it can wait for the first tap, and for that to be over, or it would lie under the finger.
 */
export const useHasBegun = (): boolean => useSyncExternalStore(onBeginning, () => hasBegun)

function onBeginning(tell: () => void): () => void {
  const hearing = new AbortController()
  const begin = () => {
    hasBegun = true
    tell()
  }
  for (const name of ['click', 'keyup']) addEventListener(name, begin, { signal: hearing.signal, passive: true })
  return () => hearing.abort()
}
