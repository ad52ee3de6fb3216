import { useEffect, useRef, useState } from 'react'
import { askLatest } from '#src/api/latest-answer.ts'

interface Asking<Question, Answer> {
  /** Question, or null while a part of it is missing. Compared by value. */
  question: Question | null
  ask: (question: Question) => Promise<Answer>
  /** Asks only by `askAgain`, such as for a button, rather than at each change of the question. */
  isOnDemand?: boolean | undefined
}

/**
 * Asks the server at each change of the question, and drops late answers: an answer counts only for the question that it
 * answers, and only while no later one was asked.
 */
export function useAnswer<Question, Answer>({ question, ask, isOnDemand = false }: Asking<Question, Answer>) {
  const key = JSON.stringify(question)
  const [found, setFound] = useState<{ key: string; question: Question; answer: Answer } | null>(null)
  const [failed, setFailed] = useState<{ key: string; error: unknown } | null>(null)
  const [pending, setPending] = useState<string | null>(null)
  const drop = useRef<() => void>(undefined)
  const send = () => {
    if (question === null) return
    drop.current?.()
    setPending(key)
    setFailed(null)
    drop.current = askLatest({
      ask: () => ask(question),
      onAnswer: (answer) => setFound({ key, question, answer }),
      onFailure: (error) => setFailed({ key, error }),
      onEnd: () => setPending(null),
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` holds the whole question
  useEffect(() => {
    if (!isOnDemand) return send()
    drop.current?.()
    setPending(null)
    setFound(null)
  }, [key, isOnDemand])
  const answer = found?.key === key ? found.answer : null
  const error = failed?.key === key ? failed.error : null
  const isUnasked = !isOnDemand && question !== null && answer === null && error === null
  return {
    /** Answer to the current question; null until it arrives. */
    answer,
    /** Last answer with its question, which may have changed since. */
    latest: found,
    /** Why the current question was not answered, or null. */
    error,
    isAsking: pending === key || isUnasked,
    askAgain: send,
    /** Replaces the answer by one that arrived another way; null removes it. */
    replace: (now: Answer | null) =>
      setFound(now === null || question === null ? null : { key, question, answer: now }),
  }
}
