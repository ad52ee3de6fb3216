import { type ReactNode, Suspense, useState } from 'react'
import { canBeChosen, mayStillOpen, opensAt } from '#domain/enrollments/enrollment.rules.ts'
import type { KnownModuleStatus } from '#domain/enrollments/enrollment.schema.ts'
import { noTestmomentsText } from '#domain/enrollments/enrollment.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { AgreedLists } from '#src/enrollment/agreed-lists.ts'
import type { StudentLists } from '#src/enrollment/student-lists.ts'
import { useEnrollment } from '#src/enrollment/use-enrollment.ts'
import { ConnectionNotice } from '#src/offline/connection-view.tsx'
import { useOpening } from '#src/parts/clock/use-opening.ts'
import type { ChoiceProps } from '#src/parts/enrollment-choice/choice-action.tsx'
import { ChoiceCard } from '#src/parts/enrollment-choice/choice-card.tsx'
import { type EnrollmentChoice, enrollmentChoices } from '#src/parts/enrollment-choice/enrollment-choices.ts'
import { choicesWithPlaces } from '#src/parts/enrollment-choice/placed-choices.ts'
import { isPromotion, SeatsAge, WaitingOutcomes } from '#src/parts/enrollment-choice/seats-view.tsx'
import { LaterPushOffer } from '#src/parts/later-push-offer.tsx'
import { RestFold } from '#src/parts/rest-fold.tsx'
import { type Place, usePlaces } from '#src/parts/use-places.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { Skeleton } from '#src/ui/progress.tsx'

export function EnrollmentDialog(props: ModuleChoicesProps) {
  const [count] = useState(() => enrollmentChoices(props.status, props).length)
  return (
    <Dialog
      title={`Mogelijke toetsmomenten voor module ${props.status.module.name}`}
      onClose={props.onClose}
      steadyRem={count > 0 ? HEAD_REM + count * CARD_REM : undefined}
    >
      <ConnectionNotice />
      <div data-layout="stack 4">
        <p data-text="muted">{props.status.module.description}</p>
        <Suspense fallback={<Skeleton lines={4} />}>
          <ModuleChoices {...props} />
        </Suspense>
      </div>
    </Dialog>
  )
}

/** Heights (rem) of the dialog without cards, and of a card with all that it can contain. */
const HEAD_REM = 10
const CARD_REM = 18

export interface ModuleChoicesProps extends AgreedLists {
  user: User
  status: KnownModuleStatus
  lists: StudentLists
  now: number
  onClose: () => void
}

export function ModuleChoices({ user, status, lists, onClose, ...situation }: ModuleChoicesProps) {
  const enrollment = useEnrollment(onClose)
  useOpening(situation.testmoments, situation.now)
  const choices = choicesWithPlaces(status, situation)

  const places = usePlaces(
    choices.map((choice) => ({ id: choice.testmoment.id, group: groupOf(choice, situation.now), choice })),
  )

  if (choices.length === 0) return <p>{noTestmomentsText}</p>
  const noticesOf = (momentId: number) =>
    situation.seats && (
      <WaitingOutcomes
        lists={lists}
        isHere={isPromotion}
        inCardOf={{ testmoment_id: momentId, module_id: status.module.id }}
        now={situation.now}
      />
    )
  const shared = { user, module: status.module, enrollment, noticesOf, now: situation.now }
  const inGroup = (group: ReturnType<typeof groupOf>) => places.filter(({ first }) => first.group === group)
  const ahead = [...inGroup('open'), ...inGroup('opening')]
  const closed = inGroup('closed')
  const isOfUse = choices.some(({ enrollment, testmoment }) => enrollment || mayStillOpen(testmoment, situation.now))
  return (
    <>
      {ahead.length > 0 && <Choices places={ahead} {...shared} />}
      {closed.length > 0 && (
        <RestFold
          name="Nu gesloten"
          rows={closed}
          isChoosable={({ now }) => now?.group === 'open'}
          isOpen={closed.length <= MOST_UNFOLDED || ahead.length === 0}
        >
          {(places) => <Choices places={places} {...shared} />}
        </RestFold>
      )}
      {situation.seats && <SeatsAge />}
      {isOfUse && <LaterPushOffer />}
    </>
  )
}

/** More closed moments than this are folded. */
const MOST_UNFOLDED = 2

/** Groups by moment, so that no row moves from under the thumb that enrolled. One's own moments stay among the open ones. */
function groupOf(choice: EnrollmentChoice, now: number): 'open' | 'opening' | 'closed' {
  const { testmoment, unanswered } = choice
  const isOwn = choice.enrollment !== null || choice.entry !== null || unanswered !== null
  if (isOwn || canBeChosen(testmoment, now)) return 'open'
  return opensAt(testmoment) ? 'opening' : 'closed'
}

interface ChoicesProps extends Omit<ChoiceProps, 'choice' | 'notices'> {
  /** notices about waiting for a moment, by its id */
  noticesOf: (momentId: number) => ReactNode
  places: readonly Place<{ choice: EnrollmentChoice }>[]
}

/** Only the first card that it concerns says at which other moment the module is taken. */
const Choices = ({ places, noticesOf, ...rest }: ChoicesProps) => {
  const sayer = places.find(({ now }) => now && isHeldElsewhere(now.choice))?.now?.choice.testmoment.id
  return (
    <ul data-layout="stack 2 measured">
      {places.map(
        ({ now }) =>
          now && (
            <ChoiceCard
              key={now.choice.testmoment.id}
              choice={now.choice}
              isHeldSaid={isHeldElsewhere(now.choice) && now.choice.testmoment.id !== sayer}
              notices={noticesOf(now.choice.testmoment.id)}
              {...rest}
            />
          ),
      )}
    </ul>
  )
}

const isHeldElsewhere = ({ verdict }: EnrollmentChoice): boolean =>
  !verdict.allowed && verdict.refusal === 'existing-enrollment'
