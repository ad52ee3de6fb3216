/** ms in which code that removes the focused element may move the focus to a better place itself */
const GRACE_MS = 100

/**
 * Browsers let the focus fall to the top of the page when what has it goes, as a row does that was ended, or a button
 * that a teacher's change takes away. Here it falls to what stood around it, so that the next Tab goes on from there.
 */
export function keepFocus(page: Document): void {
  let around = withAncestors(page.activeElement)

  page.addEventListener('focusin', ({ target }) => {
    around = withAncestors(target)
  })
  // A press beside it takes the focus nowhere.
  page.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !around[0]?.contains(target)) around = []
  })

  const isLost = () => around[0]?.isConnected === false && page.activeElement === page.body
  const observer = new MutationObserver(() => {
    if (!isLost()) return
    setTimeout(() => {
      if (!isLost()) return
      const place = around.find((element) => element.isConnected && element !== page.body)
      around = []
      if (place) focusOn(place)
    }, GRACE_MS)
  })
  observer.observe(page.body, { childList: true, subtree: true })
}

const withAncestors = (element: EventTarget | null): HTMLElement[] =>
  element instanceof HTMLElement ? [element, ...withAncestors(element.parentElement)] : []

/** The place itself, which is in nobody's way: it takes the focus only now, and is not outlined, for nothing on it is pressed. */
function focusOn(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1
    place.dataset.keepsFocus = ''
    place.addEventListener(
      'blur',
      () => {
        place.removeAttribute('tabindex')
        delete place.dataset.keepsFocus
      },
      { once: true },
    )
  }
  place.focus({ preventScroll: true })
}
