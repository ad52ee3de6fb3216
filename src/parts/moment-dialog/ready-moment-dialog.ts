import { lazyRouteComponent } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLoadEnrollment } from '#src/enrollment/enrollment-provider.tsx'

/** As the module's dialog: fetched when it is wanted, or a little before. */
export const MomentDialog = lazyRouteComponent(() => import('./moment-dialog.tsx'), 'MomentDialog')

/** Fetches what the dialog needs as soon as the screen has nothing better to do, so that it opens at once. */
export function useReadyMomentDialog(): void {
  const loadEnrollment = useLoadEnrollment()
  useEffect(() => {
    const fetchAhead = () => Promise.all([MomentDialog.preload?.(), loadEnrollment()]).catch(() => undefined)
    const timer = setTimeout(fetchAhead, 1_000)
    return () => clearTimeout(timer)
  }, [loadEnrollment])
}
