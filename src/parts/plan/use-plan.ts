import { useState } from 'react'
import type { PlanChanged } from '#contract/refusals.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import type { RefusalTexts } from '#src/api/failure.texts.ts'
import { saveFailureText } from '#src/parts/writing/save.texts.ts'
import { useWrite } from '#src/parts/writing/writing.tsx'
import { useAnswer } from './use-answer.ts'

/*
 * A change that asks first. `usePlan` asks the server what the act would do. The person sees that plan and confirms it. Then
 * `useAct` carries it out with the plan's `confirmation`. If the effect has changed by then, the server refuses with
 * `plan-changed` and the new plan, which is shown with one warning (`isRenewed`) and must be confirmed too. An act in batches
 * has no `confirmation`: each of its items says what was agreed to, and `useBatches` carries it out.
 */

interface PlanOptions<Question, Plan> {
  /** The act and its records, as in the request; null while a part is missing. */
  question: Question | null
  preview: (question: Question) => Promise<Plan>
  /** The act has fields to fill in first; a button asks for the plan. */
  isOnDemand?: boolean
  /** Sentence for a failure to get the plan; the reason follows. */
  failed: string
  refusals?: RefusalTexts
}

/** Plans an act at each change of the question, or on demand. Drops late answers. */
export function usePlan<Question, Plan>({ preview, failed, refusals, ...asking }: PlanOptions<Question, Plan>) {
  const { answer: plan, error, askAgain, replace, ...asked } = useAnswer({ ...asking, ask: preview })
  const [renewed, setRenewed] = useState<Plan | null>(null)
  return {
    /** `latest` may answer an earlier question. */
    ...asked,
    question: asking.question,
    /** Plan of the current act; null until it arrives. */
    plan,
    /** Whether this plan differs from the one that was confirmed. */
    isRenewed: plan !== null && plan === renewed,
    /** Why there is no plan, or null. */
    problem: error === null ? null : saveFailureText(error, failed, refusals),
    ask: askAgain,
    /** Drops the plan, so that the act can be edited. */
    putAway: () => replace(null),
    renew: (now: Plan) => {
      replace(now)
      setRenewed(now)
    },
  }
}
export type PlanInHand<Question, Plan> = ReturnType<typeof usePlan<Question, Plan>>

interface ActOptions<Question, Reply> {
  carryOut: (confirmed: Question & { confirmation: string; message: WrittenMessage | undefined }) => Promise<Reply>
  /** Sentence for a failure; the reason follows. */
  failed: string
  refusals?: RefusalTexts
  onDone?: (reply: Reply) => void
  /** The act was carried out, but the answer with its effects is lost. */
  onAnswerLost: () => void
  /** Handles another refusal itself. False leaves it to `problem`. */
  onRefused?: (error: unknown) => boolean
}

/** Carries out the confirmed plan; ignores a second press in the meantime. */
export function useAct<Question, Plan extends { confirmation: string | null }, Reply>(
  { question, plan, renew }: PlanInHand<Question, Plan>,
  { carryOut, onDone, onRefused, ...words }: ActOptions<Question, Reply>,
) {
  const { isBusy, problem, write, showProblem } = useWrite()
  const [done, setDone] = useState<Reply | null>(null)
  const confirm = (message?: WrittenMessage) => {
    const confirmation = plan?.confirmation ?? null
    if (question === null || confirmation === null) return
    void write({
      ...words,
      send: () => carryOut({ ...question, confirmation, message }),
      onDone: (reply) => {
        setDone(reply)
        onDone?.(reply)
      },
      onRefused: (error) => {
        if (!isRefusedFor<PlanChanged<Plan>>(error, 'plan-changed')) return onRefused?.(error) ?? false
        renew(error.details.preview)
        return true
      },
    })
  }
  return { isBusy, problem, done, confirm, clearProblem: () => showProblem(null) }
}
