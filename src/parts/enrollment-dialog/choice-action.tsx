import { useId } from 'react'
import type { Attempt } from '#src/enrollment/attempt.ts'
import { useIsConnected, useWaitReason } from '#src/offline/connection-context.ts'
import { Button } from '#src/ui/button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './choice-action.module.css'
import type { ChoiceProps } from './choice-props.ts'
import { offeredWish } from './offered-wish.ts'

const labels = {
  enrolled: { still: 'Inschrijven', busy: 'Bezig met inschrijven…' },
  unenrolled: { still: 'Uitschrijven', busy: 'Bezig met uitschrijven…' },
  moved: { still: 'Verplaats naar dit moment', busy: 'Bezig met verplaatsen…' },
} satisfies Record<Attempt['wish'], object>

/**
 * One button that turns from taking into leaving and back, so that the focus stays on it. While something is asked of
 * the server no other button can be pressed; without a connection none can, and each says why.
 */
export function ChoiceAction({ choice, user, module, enrollment, momentName }: ChoiceProps & { momentName: string }) {
  const connected = useIsConnected()
  const waitReason = useWaitReason()
  const noteId = useId()
  const { testmoment } = choice
  const offered = offeredWish(choice)
  if (!offered) return null

  const { pending, isSlow } = enrollment
  const busy = pending?.enrollment.testmoment_id === testmoment.id && pending.enrollment.module_id === module.id
  const wish = busy ? pending.wish : offered.wish
  const note = busy && isSlow ? 'Dit duurt langer dan anders. Even geduld…' : waitReason
  const attempt = {
    link: offered.link,
    enrollment: { user_id: user.id, testmoment_id: testmoment.id, module_id: module.id },
    moduleName: module.name,
    moment: testmoment,
  }
  const ask = () => {
    if (offered.wish === 'moved') enrollment.move({ ...attempt, from: offered.from })
    else if (offered.wish === 'enrolled') enrollment.enroll(attempt)
    else enrollment.unenroll(attempt)
  }
  return (
    <div className={styles.action}>
      <Button
        tone={wish === 'enrolled' ? 'primary' : 'secondary'}
        busy={busy}
        disabled={!connected || pending !== null}
        aria-describedby={noteId}
        onClick={ask}
      >
        {busy ? labels[wish].busy : labels[wish].still}
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
