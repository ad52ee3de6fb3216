import { useId } from 'react'
import { useIsConnected } from '#src/offline/connection-context.ts'
import { Button } from '#src/ui/button/button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './choice-action.module.css'
import type { ChoiceProps } from './choice-props.ts'

const labels = {
  enroll: { still: 'Inschrijven', busy: 'Bezig met inschrijven…' },
  unenroll: { still: 'Uitschrijven', busy: 'Bezig met uitschrijven…' },
}

/**
 * One button that turns from taking into leaving and back, so that the focus stays on it. While something is asked of
 * the server no other button can be pressed; without a connection none can, and each says why.
 */
export function ChoiceAction({ choice, user, module, enrolment, momentName }: ChoiceProps & { momentName: string }) {
  const connected = useIsConnected()
  const noteId = useId()
  const { testmoment, enrollment } = choice
  const link = enrollment ? enrollment._links.delete : testmoment._links.enroll
  if (!link) return null

  const { pending, isSlow } = enrolment
  const busy = pending?.enrollment.testmoment_id === testmoment.id
  const wish = busy ? pending.wish : enrollment ? 'unenrolled' : 'enrolled'
  const words = wish === 'enrolled' ? labels.enroll : labels.unenroll
  const note = busy && isSlow ? 'Dit duurt langer dan anders. Even geduld…' : !connected && 'Wacht op verbinding'
  const attempt = {
    link,
    enrollment: { user_id: user.id, testmoment_id: testmoment.id, module_id: module.id },
    moduleName: module.name,
    moment: testmoment,
  }
  return (
    <div className={styles.action}>
      <Button
        tone={wish === 'enrolled' ? 'primary' : 'secondary'}
        busy={busy}
        disabled={!connected || pending !== null}
        aria-describedby={noteId}
        onClick={() => (enrollment ? enrolment.unenroll(attempt) : enrolment.enroll(attempt))}
      >
        {busy ? words.busy : words.still}
        <VisuallyHidden>
          {' '}
          voor {module.name}, {momentName}
        </VisuallyHidden>
      </Button>
      <p id={noteId} className={styles.note} aria-live="polite">
        {note}
      </p>
    </div>
  )
}
