import { useLayoutEffect } from 'react'

/**
 * Mounted while a dialog is open. When it closes, each tile that became the student's own during the dialog flies from its old
 * place to its new one.
 */
export function Flight() {
  useLayoutEffect(() => {
    const before = tiles()
    return () => {
      // The dialog's change is rendered by then, and the page is back at its scroll position.
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

/** Positions of the tiles by moment. If a moment has two, the student's own counts. */
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
