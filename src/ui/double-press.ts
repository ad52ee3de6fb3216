/** Two taps this close in time (ms) and place (CSS pixels) are one double tap. Of a mouse the browser counts the clicks itself. */
const DOUBLE_TAP_MS = 400
const DOUBLE_TAP_PX = 24

const CONTROLS = 'a[href], button, input, select, textarea, label, summary'

let isGuarded = false

/**
 * Ignores the second press of a double press unless it is on the control that the first was on. Where the first press
 * opens a dialog, the second lands on that dialog, and would close it or confirm what it asks; where it closes one, on
 * whatever lies under it. A button of a menu would open and close it. A key that is held down counts as a double press.
 * Later calls do nothing: the app calls it soon after its first screen, and a dialog that opens before that does too.
 */
export function guardDoublePress(page: Document): void {
  if (isGuarded) return
  isGuarded = true
  let first: Element | null | undefined
  let last: PointerEvent | null = null
  let keyedOn: Element | null = null

  page.addEventListener(
    'click',
    (event) => {
      // Made by a key or by a program.
      if (event.detail === 0) return
      const control = controlOf(event.target)
      const isSecond = event.detail > 1 || (last !== null && isDoubleTap(last, event))
      last = event
      if (!isSecond) first = control
      else if (control !== first || control?.matches('[popovertarget]')) {
        event.preventDefault()
        event.stopPropagation()
      }
    },
    { capture: true },
  )
  page.addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat) keyedOn = page.activeElement
      else if (event.key === 'Enter' && page.activeElement !== keyedOn) event.preventDefault()
    },
    { capture: true },
  )
}

function controlOf(target: EventTarget | null): Element | null {
  const nearest = target instanceof Element ? target.closest(CONTROLS) : null
  return nearest instanceof HTMLLabelElement ? nearest.control : nearest
}

const isDoubleTap = (one: PointerEvent, other: PointerEvent): boolean =>
  other.pointerType === 'touch' &&
  other.timeStamp - one.timeStamp < DOUBLE_TAP_MS &&
  Math.hypot(other.clientX - one.clientX, other.clientY - one.clientY) < DOUBLE_TAP_PX
