import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Grows with its content, and shrinks only when the room around it changes: nothing below it moves when a text becomes shorter. */
export function Steady({ layout, children }: { layout: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = ref
    if (!current) return
    let width = 0
    const observer = new ResizeObserver(() => {
      const room = current.parentElement?.clientWidth ?? 0
      if (room !== width) current.style.minBlockSize = ''
      width = room
      current.style.minBlockSize = `${current.getBoundingClientRect().height}px`
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={ref} data-layout={layout}>
      {children}
    </div>
  )
}
