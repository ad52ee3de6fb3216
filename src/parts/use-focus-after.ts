import { useEffect, useRef } from 'react'

/**
 * For a control that disappears by its own effect: once another `value` removed it, the focus that was in it goes to `place`
 * rather than to the top of the page. A focus that moved elsewhere stays. Returns the function to call at each press.
 */
export function useFocusAfter(value: unknown, place: () => HTMLElement | null): () => void {
  const isPressed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another `value` removes the control
  useEffect(() => {
    if (isPressed.current && document.activeElement === document.body) place()?.focus()
    isPressed.current = false
  }, [value])
  return () => {
    isPressed.current = true
  }
}
