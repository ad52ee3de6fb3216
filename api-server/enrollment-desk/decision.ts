import type { MoveRefusal } from '#contract/enrollment.ts'
import type { ReasonCode } from '#contract/reason.ts'
import type { MomentFacts } from '#domain/testmoments/testmoment.rules.ts'
import type { HeldEnrollment } from './batch-state.ts'

/** What is told beside the reason. */
type RefusalDetails = Partial<Omit<MoveRefusal, 'reason'>>

export type Decision =
  | { kind: 'create' | 'keep' | 'remove'; enrollment: HeldEnrollment; moment: MomentFacts }
  /** `enrollment` takes the place of `left` */
  | { kind: 'move'; enrollment: HeldEnrollment; left: HeldEnrollment; moment: MomentFacts }
  | { kind: 'refuse'; reason: ReasonCode; details?: RefusalDetails }

export const refuse = (reason: ReasonCode, details?: RefusalDetails): Decision => ({
  kind: 'refuse',
  reason,
  ...(details && { details }),
})
