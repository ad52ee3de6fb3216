import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react'

interface FootBarProps extends ComponentProps<'section'> {
  isShown?: boolean
  ref?: RefObject<HTMLElement | null>
}

/**
 * Bar with actions on a long screen, which stays in sight at the foot (`[data-foot]` in ui/layout.css). Its height is measured
 * into `--above-foot`, above which toasts come, and whatever gets the focus.
 */
export function FootBar({ isShown = true, ref, ...section }: FootBarProps) {
  const ownRef = useRef<HTMLElement>(null)
  const place = ref ?? ownRef
  useLayoutEffect(() => {
    const bar = place.current
    if (!bar || !isShown) return
    const { style } = document.documentElement
    // The room for toasts is above the bar, not below it.
    style.setProperty(TOASTS_END, '0px')
    const measure = () => {
      const { position, bottom } = getComputedStyle(bar)
      // At 400 % zoom it covers nothing, and stands where it is.
      if (position !== 'sticky') style.removeProperty(ABOVE_FOOT)
      // At the end of the page it stands some 24 px higher than while it is stuck.
      else style.setProperty(ABOVE_FOOT, `calc(${bottom} + ${bar.offsetHeight}px + var(--space-8))`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(bar)
    return () => {
      observer.disconnect()
      style.removeProperty(ABOVE_FOOT)
      style.removeProperty(TOASTS_END)
    }
  }, [place, isShown])
  return <section ref={place} data-foot={isShown} {...section} />
}

const ABOVE_FOOT = '--above-foot'
const TOASTS_END = '--toasts-end'
