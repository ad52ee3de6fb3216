import { useEffect, useRef, useState } from 'react'
import { answerOf } from '#src/api/answer-of.ts'
import { ApiError, NetworkError } from '#src/api/api-error.ts'
import { lostAnswerText, type RefusalTexts } from '#src/api/failure.texts.ts'
import { saveFailureText, saveTexts } from '#src/parts/editing/save.texts.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'

/*
 * One way to write. Every write of a screen goes through `useWrite`: it sends one write at a time, knows its three endings
 * (decision 56) and has the words for each.
 *
 * - done: `onDone`. Where only the answer was lost a toast says so, and `onAnswerLost` shows what is there now.
 * - refused, or not received: `problem`, in the words of the screen and then the reason; or `onRefused` where the screen
 *   asks something first.
 * - unknown: `problem` is the sentence that `Problem` follows until the outcome is known; it is never said to have failed.
 *
 * A user who left the screen meanwhile reads the same in a toast. A session that ended is the API's: it asks its person to
 * log in and sends the write again. Machines (enrollment, onboarding, ticking offline) use `answerOf` itself.
 */

export interface Write<Reply, Name = string> {
  /** Sends it; rejects as `Api` says. A question to the server, such as a preview, may go this way too. */
  send: () => Promise<Reply>
  /** Failure, such as 'Opslaan is niet gelukt'; the reason follows. Or the whole sentence, by the error. */
  failed: string | ((error: unknown) => string)
  /** Refusals in the words of the screen. */
  refusals?: RefusalTexts | undefined
  /** Toast of success, or null where the screen shows it by itself. */
  saved?: string | null | ((reply: Reply) => string | null) | undefined
  /** Shows the answer; the button stays busy until this is over. */
  onDone?: (reply: Reply) => unknown
  /** Shows what is there now, since the answer was lost. */
  onAnswerLost?: () => unknown
  /** Answers a refusal by itself, such as with a question. False leaves it to `problem`. */
  onRefused?: (error: unknown) => boolean | Promise<boolean>
  /** Which of the screen's buttons is busy by it. */
  name?: Name
}

interface Writing<Name> {
  isBusy: boolean
  /** `name` of the write under way, or null */
  busy: Name | null
  /** why the last write was not made, for `Problem`; null where failures are toasts */
  problem: string | null
  /** Does nothing while a write is under way. Resolves to whether it was done. */
  write: <Reply>(write: Write<Reply, Name>) => Promise<boolean>
  /** Shows another problem, such as a field that was left empty; null clears it. */
  showProblem: (problem: string | null) => void
}

/** `inToast`: failures are toasts, for a button without a place of its own to show them. */
export function useWrite<Name = string>({ inToast = false }: { inToast?: boolean | undefined } = {}): Writing<Name> {
  const notify = useNotify()
  const isShown = useIsShown()
  const underWay = useRef(false)
  const [busy, setBusy] = useState<{ name: Name | null } | null>(null)
  const [problem, showProblem] = useState<string | null>(null)

  const show = (text: string, isLost: boolean) => {
    if (!inToast && isShown()) showProblem(text)
    else notify(isLost ? 'neutral' : 'error', text)
  }
  const carryOut = async <Reply>(write: Write<Reply, Name>): Promise<boolean> => {
    const { send, failed, refusals, saved, onDone, onAnswerLost, onRefused } = write
    let answer: Awaited<ReturnType<typeof answerOf<Reply>>>
    try {
      answer = await answerOf(send)
    } catch (error) {
      if (await onRefused?.(error)) return false
      const lost = lostAnswerText(error)
      show(
        lost ?? (typeof failed === 'string' ? saveFailureText(error, failed, refusals) : failed(error)),
        lost !== null,
      )
      return false
    }
    const said = typeof saved === 'function' ? answer && saved(answer.reply) : saved
    if (!answer) notify('success', saveTexts.savedUnanswered)
    else if (said) notify('success', said)
    await shown(() => (answer ? onDone?.(answer.reply) : onAnswerLost?.()))
    return true
  }
  const write = async <Reply>(asked: Write<Reply, Name>): Promise<boolean> => {
    if (underWay.current) return false
    underWay.current = true
    setBusy({ name: asked.name ?? null })
    showProblem(null)
    try {
      return await carryOut(asked)
    } finally {
      underWay.current = false
      setBusy(null)
    }
  }
  return { isBusy: busy !== null, busy: busy?.name ?? null, problem, write, showProblem }
}

/** The write is done, so a screen that can't be renewed yet is no failure of it. */
async function shown(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof NetworkError)) throw error
  }
}

function useIsShown(): () => boolean {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => isShown.current
}
