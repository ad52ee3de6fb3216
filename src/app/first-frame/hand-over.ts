import { FRAME, NEXT_TEST, NEXT_TEST_SHAPE } from './frame.ts'

/**
 * Takes away what stands before the app once the app has more to show than that it waits. Until then CSS keeps the app
 * out of sight, and lets it be seen in the very moment: what a screen does once it stands finds it visible.
 */
export function handOver(frame: HTMLElement): void {
  // Not asked of `:active`, which what is out of sight has lost by then.
  let isHeld = false
  frame.addEventListener('pointerdown', ({ target }) => {
    isHeld = target instanceof Element && target.closest('button') !== null
  })
  frame.addEventListener('pointerup', () => {
    isHeld = false
  })
  // Its callback runs before anything is painted. The root is not there yet, as little as the app.
  const observer = new MutationObserver(() => {
    const root = document.getElementById('root')
    if (!root || !hasPage(root)) return
    observer.disconnect()
    const focused = document.activeElement
    // Before anything gets the focus, which has the browser lay out all that is there.
    frame.remove()
    keepNextTest(frame, root)
    keepTyped(frame, focused, root)
    if (isHeld) finishPress(root)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-waiting'] })
}

/** Keeps the next test while the app only has its shape yet; React removes all of it when it knows more. */
function keepNextTest(frame: HTMLElement, root: HTMLElement): void {
  const known = frame.querySelector(`${NEXT_TEST}:not([data-shape])`)
  if (known) root.querySelector(NEXT_TEST_SHAPE)?.replaceChildren(...known.childNodes)
}

/** Matches first-frame.css; if asked whether it shows the root, the browser would lay out all of it first. */
const hasPage = (root: HTMLElement): boolean =>
  root.querySelector('main, [role="alert"]') !== null &&
  root.querySelector('[data-waiting], main > :last-child:empty') === null

/** A button that is held while its page goes gets no click: what is let go of then is pressed. */
function finishPress(root: HTMLElement): void {
  const release = ({ clientX, clientY }: PointerEvent) => {
    const button = document.elementFromPoint(clientX, clientY)?.closest('button')
    if (button && root.contains(button)) button.click()
  }
  document.addEventListener('pointerup', release, { once: true })
}

/** Keeps typed text and its place from before the app was there; and presses a button that was pressed. */
function keepTyped(frame: HTMLElement, focused: Element | null, root: HTMLElement): void {
  for (const typed of frame.querySelectorAll('input')) {
    const field = root.querySelector<HTMLInputElement>(`input[name="${typed.name}"]`)
    if (!field) continue
    field.value = typed.value
    if (typed !== focused) continue
    const { selectionStart, selectionEnd } = typed
    field.focus({ preventScroll: true })
    field.setSelectionRange(selectionStart, selectionEnd)
  }
  if (frame.hasAttribute(FRAME.sent)) root.querySelector('form')?.requestSubmit()
  // A heading that would have had the focus could not, out of sight. Once the page is painted it costs no layout of its own.
  else requestAnimationFrame(() => setTimeout(focusHeading, 0, root))
}

function focusHeading(root: HTMLElement): void {
  if (!root.contains(document.activeElement))
    root.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
}
