import { useEffect, useRef } from 'react'

/**
 * For a control that goes by what it does: once `news` took it away, the focus that was in it goes to `place`, not to
 * the top of the page. Who went elsewhere meanwhile is left there. Returns what is to be called with each press.
 */
export function useFocusAfter(news: unknown, place: () => HTMLElement | null): () => void {
  const isPressed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the news takes the control away
  useEffect(() => {
    if (isPressed.current && document.activeElement === document.body) place()?.focus()
    isPressed.current = false
  }, [news])
  return () => {
    isPressed.current = true
  }
}
