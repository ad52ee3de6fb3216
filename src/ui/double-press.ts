/** Taps within this time (ms) and distance (CSS pixels) are a double tap. For a mouse the browser counts clicks itself. */
const DOUBLE_TAP_MS = 400
const DOUBLE_TAP_PX = 24

const CONTROLS = 'a[href], button, input, select, textarea, label, summary'

let isGuarded = false

/**
 * Ignores the second press of a double press unless it hits the same control as the first. Where the first press opens a
 * dialog, the second would land on it, and close it or confirm its question; where the first closes a dialog, the second would
 * land on what is below. Enter that is held down counts as a double press. Only the first call counts: the app makes it after its
 * first screen, or a dialog that opens earlier does.
 */
export function guardDoublePress(page: Document): void {
  if (isGuarded) return
  isGuarded = true
  let firstControl: Element | null | undefined
  let lastClick: MouseEvent | null = null
  let isTouch = false
  let keyTarget: Element | null = null

  // Before Firefox 129 and Safari 18.2 a click does not say its pointer's type.
  page.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      isTouch = pointerType === 'touch'
    },
    { capture: true },
  )
  page.addEventListener(
    'click',
    (event) => {
      // `detail` is 0 for a click by a key or a script.
      if (event.detail === 0) return
      const control = controlOf(event.target)
      const isSecond = event.detail > 1 || (isTouch && lastClick !== null && isDoubleTap(lastClick, event))
      lastClick = event
      if (!isSecond) firstControl = control
      else if (control !== firstControl) {
        event.preventDefault()
        event.stopPropagation()
      }
    },
    { capture: true },
  )
  page.addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat) keyTarget = page.activeElement
      else if (event.key === 'Enter' && page.activeElement !== keyTarget) event.preventDefault()
    },
    { capture: true },
  )
}

function controlOf(target: EventTarget | null): Element | null {
  const nearest = target instanceof Element ? target.closest(CONTROLS) : null
  return nearest instanceof HTMLLabelElement ? nearest.control : nearest
}

const isDoubleTap = (one: MouseEvent, other: MouseEvent): boolean =>
  other.timeStamp - one.timeStamp < DOUBLE_TAP_MS &&
  Math.hypot(other.clientX - one.clientX, other.clientY - one.clientY) < DOUBLE_TAP_PX
