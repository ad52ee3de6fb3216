import { useEffect } from 'react'
import { useToasts } from './toasts-context.ts'

/** What is said to a page that nobody sees waits until somebody does. */
export function usePauseWhileHidden(): void {
  const actor = useToasts()
  useEffect(() => {
    const follow = () => actor.send({ type: document.hidden ? 'reading.paused' : 'reading.resumed' })
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [actor])
}
