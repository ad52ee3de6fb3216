import type { KnownModuleStatus } from '#domain/enrollments/enrollment.schema.ts'
import type { StudentLists } from '#src/enrollment/student-lists.ts'
import { isPromotion, WaitingOutcomes } from '#src/parts/enrollment-choice/seats-view.tsx'
import type { ComingTest } from './modules-overview.ts'

interface NoticesProps {
  lists: StudentLists
  next: ComingTest | null
  now: number
}

interface WaitingNoticesProps extends NoticesProps {
  ahead: readonly KnownModuleStatus[]
  /** in the card of the next test, instead of above all cards */
  inNext?: boolean
}

/** Outcomes of waiting outside modules' cards: for the next test in its card, and above all cards those without a card. */
export const WaitingNotices = ({ ahead, next, inNext = false, ...rest }: WaitingNoticesProps) =>
  inNext && next ? (
    <WaitingOutcomes isHere={isPromotion} inCardOf={{ testmoment_id: next.testmoment.id }} {...rest} />
  ) : (
    <WaitingOutcomes isHere={({ module_id }) => !ahead.some(({ module }) => module.id === module_id)} {...rest} />
  )

/** Outcomes of waiting with a module, in its card, except those in the card of the next test. */
export const ModuleNotices = ({ moduleId, next, ...rest }: NoticesProps & { moduleId: number }) => (
  <WaitingOutcomes
    isHere={(outcome) => !isPromotion(outcome) || outcome.testmoment_id !== next?.testmoment.id}
    inCardOf={{ module_id: moduleId }}
    {...rest}
  />
)
