import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { loadToasts } from './toasts.ts'

const PageToasts = lazyRouteComponent(() => import('#src/toasts/page-toasts.tsx'), 'PageToasts')
const AFTER_SCREEN_MS = 500

/** The live region stands before anything is said in it, and after the first screen. */
export function ToastsAfterScreen() {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      Promise.all([PageToasts.preload?.(), loadToasts()]).then(
        () => isOver || setTime(true),
        () => undefined,
      )
    }, AFTER_SCREEN_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [])
  return <Suspense>{isTime && <PageToasts />}</Suspense>
}
