import { useLayoutEffect } from 'react'

/**
 * Mounted while a dialog is open. When it closes, each tile that became the student's own during the dialog flies from its old
 * place to its new one.
 */
export function Flight() {
  useLayoutEffect(() => {
    const before = readTiles()
    return () => {
      // Wait a frame: by then React has rendered the dialog's change, and the page is back at its scroll position.
      requestAnimationFrame(() => animateTiles(before))
    }
  }, [])
  return null
}

interface TilePosition {
  /** in px, from the top left of the page */
  left: number
  top: number
  isOwn: boolean
}

const FLIGHT_MS = 200

function animateTiles(before: ReadonlyMap<string, TilePosition>): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const tile of document.querySelectorAll<HTMLElement>('[data-moment][data-state="own"]')) {
    const from = before.get(tile.dataset.moment ?? '')
    if (!from || from.isOwn) continue
    const { left, top } = placeOf(tile)
    // The z-index keeps the tile above its neighbours while it flies.
    tile.animate(
      { transform: [`translate(${from.left - left}px, ${from.top - top}px)`, 'none'], zIndex: [1, 1] },
      { duration: FLIGHT_MS, easing: 'ease-out' },
    )
  }
}

/** Maps each moment to the position of its tile. A moment may have two tiles; the student's own wins. */
function readTiles(): ReadonlyMap<string, TilePosition> {
  const positions = new Map<string, TilePosition>()
  for (const tile of document.querySelectorAll<HTMLElement>('[data-moment]')) {
    const id = tile.dataset.moment ?? ''
    const isOwn = tile.dataset.state === 'own'
    if (isOwn || !positions.has(id)) positions.set(id, { ...placeOf(tile), isOwn })
  }
  return positions
}

function placeOf(tile: HTMLElement): { left: number; top: number } {
  const { left, top } = tile.getBoundingClientRect()
  return { left: left + scrollX, top: top + scrollY }
}
