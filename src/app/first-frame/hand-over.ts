import { FRAME, NEXT_TEST, NEXT_TEST_SHAPE } from './frame.ts'

/**
 * Removes the first frame once the app shows more than that it waits. Until then CSS hides the app, and shows it at that very
 * moment: code that runs when a screen is mounted finds the screen visible.
 */
export function handOver(frame: HTMLElement): void {
  // `:active` cannot be used: a hidden element has lost it by then.
  let isHeld = false
  frame.addEventListener('pointerdown', ({ target }) => {
    isHeld = target instanceof Element && target.closest('button') !== null
  })
  frame.addEventListener('pointerup', () => {
    isHeld = false
  })
  // Its callback runs before the next paint. Neither the root nor the app exists yet.
  const observer = new MutationObserver(() => {
    const root = document.getElementById('root')
    if (!root || !hasPage(root)) return
    observer.disconnect()
    const focused = document.activeElement
    // Before anything gets the focus, which makes the browser lay out the whole page.
    frame.remove()
    keepNextTest(frame, root)
    keepTyped(frame, focused, root)
    if (isHeld) finishPress(root)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-waiting'] })
}

/** Keeps the next test while the app only shows its skeleton; React replaces it when it knows more. */
function keepNextTest(frame: HTMLElement, root: HTMLElement): void {
  const known = frame.querySelector(`${NEXT_TEST}:not([data-shape])`)
  const shape = root.querySelector<HTMLElement>(NEXT_TEST_SHAPE)
  if (!known || !shape) return
  shape.replaceChildren(...known.childNodes)
  shape.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element && target.closest('button, span')?.textContent
    if (pressed) pressLater(pressed, shape, root)
  })
}

/** The frame only draws buttons: presses the real one with this text once it is there, unless the user presses elsewhere first. */
function pressLater(text: string, drawn: HTMLElement, root: HTMLElement): void {
  const observer = new MutationObserver(() => {
    const actions = drawn.isConnected ? [] : root.querySelectorAll<HTMLElement>('main :is(a, button)')
    const action = [...actions].find(({ textContent }) => textContent === text)
    if (!action) return
    observer.disconnect()
    press(action)
  })
  observer.observe(root, { childList: true, subtree: true })
  document.addEventListener('pointerdown', () => observer.disconnect(), { once: true })
}

/** As a finger does: a dialog that it opens gives the focus back. */
function press(action: HTMLElement): void {
  action.focus({ preventScroll: true })
  action.click()
}

/** Matches first-frame.css. Asking whether the root is displayed would make the browser lay out all of it first. */
const hasPage = (root: HTMLElement): boolean =>
  root.querySelector('main, [role="alert"]') !== null &&
  root.querySelector('[data-waiting], #inhoud > div:last-child:empty') === null

/** A button that is held while its page is replaced gets no click: presses the button under the pointer at its release. */
function finishPress(root: HTMLElement): void {
  const release = ({ clientX, clientY }: PointerEvent) => {
    const button = document.elementFromPoint(clientX, clientY)?.closest('button')
    if (button && root.contains(button)) press(button)
  }
  document.addEventListener('pointerup', release, { once: true })
}

/** Keeps text typed into the frame, and its selection; submits the form if its button was pressed. */
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
  // A heading could not get the focus while hidden. After the paint it costs no extra layout.
  else requestAnimationFrame(() => setTimeout(focusHeading, 0, root))
}

function focusHeading(root: HTMLElement): void {
  if (!root.contains(document.activeElement))
    root.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
}
