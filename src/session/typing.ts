/**
 * Watches whether the user typed, chose, pasted or dropped something on this screen. If so, the end of a session does not
 * remove the screen. Every form counts without doing anything, and search fields count too: keeping too much costs nothing,
 * since only the same user sees it again.
 */
export function watchTyping(page: EventTarget): { hasTyped: () => boolean; forget: () => void } {
  let typed = false
  const note = () => {
    typed = true
  }
  for (const event of ['input', 'change', 'paste', 'drop'])
    page.addEventListener(event, note, { capture: true, passive: true })
  return {
    hasTyped: () => typed,
    forget: () => {
      typed = false
    },
  }
}
