/**
 * Whether the person typed, chose, pasted or dropped something since they came to this screen, so that a session that ends
 * meanwhile is no reason to take the screen away. Every form counts without knowing of it, and a search box too: keeping
 * too much costs nothing, since nobody but them sees it again.
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
