import { useIsConnected, useWaitReason } from '#src/offline/connection-context.ts'
import { SlowNotice } from '#src/parts/page-state/slow-notice.tsx'
import { Button } from '#src/ui/button.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './completed-modules.module.css'
import type { useCompletion } from './use-completion.ts'

interface FormActionsProps {
  completion: ReturnType<typeof useCompletion>
  noteId: string
}

/** One button turns from editing into saving and back, so that the focus stays on it. */
export function FormActions({ completion: { isEditing, isBusy, cancel }, noteId }: FormActionsProps) {
  const connected = useIsConnected()
  const waitReason = useWaitReason()
  return (
    <div className={styles.actions}>
      <Button
        type="submit"
        tone={isEditing ? 'primary' : 'secondary'}
        busy={isBusy}
        disabled={!connected}
        aria-describedby={noteId}
      >
        {isBusy ? 'Bezig met opslaan…' : isEditing ? 'Opslaan' : 'Wijzigen'}
      </Button>
      {isEditing && (
        <Button disabled={isBusy} onClick={cancel}>
          Annuleren
        </Button>
      )}
      <div id={noteId} className={styles.note}>
        {waitReason && (
          <StatusLine tone="neutral" icon="clock">
            {waitReason}
          </StatusLine>
        )}
      </div>
      <SlowNotice isGoingOn={isBusy} />
    </div>
  )
}
