import { lazyRouteComponent } from '@tanstack/react-router'
import { type ReactNode, Suspense, useId, useState } from 'react'
import type { ModuleStatus } from '#domain/enrollments/enrollment.schema.ts'
import { heldElsewhereText, obstacleText } from '#domain/enrollments/enrollment.texts.ts'
import type { HeldElsewhere } from '#domain/enrollments/move.rules.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Attempt } from '#src/enrollment/attempt.ts'
import type { Enrollment } from '#src/enrollment/use-enrollment.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { useWaitReason } from '#src/offline/connection-waits.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon, VisuallyHidden } from '#src/ui/icon.tsx'
import { useIsTurning } from '#src/ui/use-is-turning.ts'
import styles from './choice-action.module.css'
import { type EnrollmentChoice, offeredWish } from './enrollment-choices.ts'

export interface ChoiceProps {
  choice: EnrollmentChoice
  user: User
  module: ModuleStatus['module']
  enrollment: Enrollment
  /** outcomes of the student's waiting for it */
  notices?: ReactNode
  now: number
}

const buttons = {
  enrolled: { tone: 'primary', still: 'Inschrijven', busy: 'Bezig met inschrijven…' },
  unenrolled: { tone: 'danger', still: 'Uitschrijven', busy: 'Bezig met uitschrijven…' },
  moved: { tone: 'secondary', still: 'Verplaats naar dit moment', busy: 'Bezig met verplaatsen…' },
  waiting: { tone: 'secondary', still: 'Zet me op de wachtlijst', busy: 'Bezig met aanmelden…' },
  left: { tone: 'danger', still: 'Van de wachtlijst af', busy: 'Bezig met afmelden…' },
} as const satisfies Record<Attempt['wish'], object>
const waitToMove = 'Wachten om te verplaatsen'

/** Loaded on demand: few schools limit the seats. */
const SeatQuestion = lazyRouteComponent(() => import('./seat-question.tsx'), 'SeatQuestion')

/**
 * One button that turns from enrolling into unenrolling and back, so that the focus stays on it. While a request runs, no other
 * button can be pressed; without a connection none can. Each says why.
 */
export function ChoiceAction({
  choice,
  user,
  module,
  enrollment,
  momentName,
  now,
}: ChoiceProps & { momentName: string }) {
  const connected = useIsConnected()
  const waitReason = useWaitReason()
  const noteId = useId()
  const { testmoment, givesUp, isYetToOpen, isYetToBeLeft } = choice
  const [isAsking, setAsking] = useState(false)
  const offered = offeredWish(choice)
  const isTurning = useIsTurning(offered?.wish)
  if (!offered) return null

  const { pending, isResting, isSlow, failed } = enrollment
  const isHere = ({ enrollment: { testmoment_id, module_id } }: Attempt) =>
    testmoment_id === testmoment.id && module_id === module.id
  const busy = pending !== null && isHere(pending)
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
    else if (offered.wish === 'waiting') enrollment.join({ ...attempt, move: offered.move })
    else if (offered.wish === 'left') enrollment.leave(attempt)
    else if (offered.wish === 'enrolled') enrollment.enroll(attempt)
    else enrollment.unenroll(attempt)
  }
  return (
    <div data-layout="grid 1">
      <Button
        tone={buttons[wish].tone}
        busy={busy}
        disabled={isYetToOpen || isYetToBeLeft || !connected || pending !== null || isResting || isTurning}
        aria-describedby={noteId}
        onClick={givesUp ? () => setAsking(true) : ask}
      >
        <span>
          {busy ? buttons[wish].busy : offered.wish === 'waiting' && offered.move ? waitToMove : buttons[wish].still}
        </span>
        <VisuallyHidden>{` voor ${module.name}, ${momentName}`}</VisuallyHidden>
      </Button>
      <p id={noteId} className={styles.note} data-text="small muted" data-layout="if-any" aria-live="polite">
        {note}
      </p>
      {failed && isHere(failed.attempt) && failed.attempt.wish === offered.wish && (
        <p className={styles.note} data-layout="row 2 stretch nowrap" data-text="small danger">
          <Icon name="alert" />
          <span>{failed.text}</span>
        </p>
      )}
      <Suspense>
        {isAsking && givesUp && (
          <SeatQuestion
            seat={givesUp}
            moduleName={module.name}
            label={buttons[wish].still}
            now={now}
            onConfirm={ask}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </div>
  )
}

export interface ChoiceStatusProps {
  choice: EnrollmentChoice
  moduleName: string
  now: number
}

/** Says at which other moment the module is taken, unless the screen already does, and why it cannot be moved from there. */
export function HeldElsewhereNote({
  choice,
  moduleName,
  isHeldSaid = false,
  now,
}: ChoiceStatusProps & { isHeldSaid?: boolean }) {
  const textOf = (held: HeldElsewhere | null | undefined) =>
    isHeldSaid
      ? held?.obstacle && obstacleText(held.obstacle, moduleName)
      : held && heldElsewhereText(held, moduleName, now)
  const [text, then] = choice.enrollment ? [] : [textOf(choice.held), textOf(choice.heldThen)]
  const note = text && <p data-text="small figures breaks">{text}</p>
  return then ? <Replaced by={<p data-text="small figures breaks">{then}</p>}>{note}</Replaced> : note
}

/** Also keeps room for `by`, which will replace the children later, so that nothing moves then. */
export const Replaced = ({ by, children }: { by: ReactNode; children: ReactNode }) => (
  <div className={styles.replaced}>
    {children}
    <div aria-hidden>{by}</div>
  </div>
)
