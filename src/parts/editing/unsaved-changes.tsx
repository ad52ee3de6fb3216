import { useBlocker } from '@tanstack/react-router'
import { LeaveDialog } from './leave-dialog.tsx'

/** While `isDirty`, leaving the screen (also closing the tab) is asked about first, so that nothing typed is lost. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  if (leaving.status !== 'blocked') return null
  return <LeaveDialog onLeave={leaving.proceed} onStay={leaving.reset} />
}
