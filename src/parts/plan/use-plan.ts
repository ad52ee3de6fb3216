import { useState } from 'react'
import type { PlanChanged } from '#contract/refusals.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import type { RefusalTexts } from '#src/api/failure.texts.ts'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { useWrite } from '#src/parts/writing/use-write.ts'
import { useAnswer } from './use-answer.ts'

/*
 * A change that asks first. `usePlan` asks what the act would do; the person sees that plan and confirms it; then `useAct`
 * carries it out with the plan's `confirmation`. Where something else would come of it by now the server refuses with
 * `plan-changed` and the plan as it is now: that one is shown with one warning (`isRenewed`), and is confirmed in turn. An act
 * in batches has no `confirmation`: each of its items says what was agreed to, and `useBatches` carries it out.
 */

interface PlanOptions<Question, Plan> {
  /** Act and records in the form of the request; null while a part of it is missing. */
  question: Question | null
  preview: (question: Question) => Promise<Plan>
  /** The act has fields that are filled in first; a press asks for the plan. */
  isOnDemand?: boolean
  /** Failure to get the plan; the reason follows. */
  failed: string
  refusals?: RefusalTexts
}

/** Plans an act: when the question changes, or on demand. Answers that come too late are dropped. */
export function usePlan<Question, Plan>({ preview, failed, refusals, ...asking }: PlanOptions<Question, Plan>) {
  const { answer: plan, error, askAgain, replace, ...asked } = useAnswer({ ...asking, ask: preview })
  const [renewed, setRenewed] = useState<Plan | null>(null)
  return {
    /** `latest` answers perhaps an earlier question. */
    ...asked,
    question: asking.question,
    /** Plan of the act as it is now; null until it is there. */
    plan,
    /** It is another plan than the one that was confirmed. */
    isRenewed: plan !== null && plan === renewed,
    /** Why there is no plan, or null. */
    problem: error === null ? null : saveFailureText(error, failed, refusals),
    ask: askAgain,
    /** Puts the plan away, so that the act can be altered. */
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
  /** Failure; the reason follows. */
  failed: string
  refusals?: RefusalTexts
  onDone?: (reply: Reply) => void
  /** It was carried out, and the answer that says what became of it is lost. */
  onAnswerLost: () => void
  /** Answers another refusal by itself. False leaves it to `problem`. */
  onRefused?: (error: unknown) => boolean
}

/** Carries out the plan that was confirmed; a second press meanwhile does nothing. */
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
