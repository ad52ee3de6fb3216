import { useLayoutEffect } from 'react'

/**
 * Stands for as long as a dialog is open. A tile that is the student's own once it closes, and was to be chosen until
 * then, flies from where it stood to where it stands now.
 */
export function Flight() {
  useLayoutEffect(() => {
    const before = tiles()
    return () => {
      // The dialog's change is drawn, and the page is where it was.
      requestAnimationFrame(() => land(before))
    }
  }, [])
  return null
}

interface Seen {
  /** in px, from the top left of the page */
  left: number
  top: number
  isOwn: boolean
}

const FLIGHT_MS = 200

function land(before: ReadonlyMap<string, Seen>): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const tile of document.querySelectorAll<HTMLElement>('[data-moment][data-state="own"]')) {
    const from = before.get(tile.dataset.moment ?? '')
    if (!from || from.isOwn) continue
    const { left, top } = placeOf(tile)
    tile.animate(
      { transform: [`translate(${from.left - left}px, ${from.top - top}px)`, 'none'], zIndex: [1, 1] },
      { duration: FLIGHT_MS, easing: 'ease-out' },
    )
  }
}

/** One's own place of a moment counts, where it has two. */
function tiles(): ReadonlyMap<string, Seen> {
  const seen = new Map<string, Seen>()
  for (const tile of document.querySelectorAll<HTMLElement>('[data-moment]')) {
    const id = tile.dataset.moment ?? ''
    const isOwn = tile.dataset.state === 'own'
    if (isOwn || !seen.has(id)) seen.set(id, { ...placeOf(tile), isOwn })
  }
  return seen
}

function placeOf(tile: HTMLElement): { left: number; top: number } {
  const { left, top } = tile.getBoundingClientRect()
  return { left: left + scrollX, top: top + scrollY }
}
