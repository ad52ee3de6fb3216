import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** While `isDirty`, leaving the screen (also closing the tab) is asked about first, so that nothing typed is lost. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  if (leaving.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Je wijzigingen zijn nog niet opgeslagen"
      confirmLabel="Weggaan zonder opslaan"
      isBusy={false}
      onConfirm={leaving.proceed}
      onClose={leaving.reset}
    >
      <p>Als je nu weggaat, ben je kwijt wat je hebt ingevuld.</p>
    </ConfirmDialog>
  )
}
