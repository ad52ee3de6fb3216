import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMedia } from '#src/ui/use-media.ts'

/** Tools of a whole screen: beside its title where the bar has room, so that a list begins higher; else in place. */
export function TitleTools({ children }: { children: ReactNode }) {
  const hasRoom = useMedia('(width >= 76rem)')
  const [place, setPlace] = useState<Element | null>(null)
  // Runs before the first paint: the bar is mounted together with the first screen.
  useLayoutEffect(() => setPlace(hasRoom ? document.getElementById('title-tools') : null), [hasRoom])
  if (place) return createPortal(children, place)
  return hasRoom ? null : children
}
