/** Time (ms) in which code that removes the focused element may move the focus itself. */
const GRACE_MS = 100

/**
 * Moves a lost focus to the nearest remaining ancestor. Browsers move it to the top of the page when the focused element is
 * removed, as with a row that was ended or a button that a teacher's change removes. The next Tab then continues from there.
 */
export function keepFocus(page: Document): void {
  let around = withAncestors(page.activeElement)

  page.addEventListener('focusin', ({ target }) => {
    around = withAncestors(target)
  })
  // A press elsewhere gives up the focus on purpose.
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

/** Focuses an element that is no control: makes it focusable until it loses the focus, without an outline. */
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
