import { useEffect, useRef, useState } from 'react'

interface Asking<Question, Answer> {
  /** Question, or null while a part of it is missing. Compared by value. */
  question: Question | null
  ask: (question: Question) => Promise<Answer>
  /** A press asks (`askAgain`), rather than each change of the question. */
  isOnDemand?: boolean | undefined
}

/**
 * Asks the server again whenever the question changes, and drops answers that come too late: an answer counts only for the
 * question that it was given to, and only while no later one was asked.
 */
export function useAnswer<Question, Answer>({ question, ask, isOnDemand = false }: Asking<Question, Answer>) {
  const key = JSON.stringify(question)
  const [found, setFound] = useState<{ key: string; question: Question; answer: Answer } | null>(null)
  const [failed, setFailed] = useState<{ key: string; error: unknown } | null>(null)
  const [pending, setPending] = useState<string | null>(null)
  const turn = useRef(0)
  const send = async () => {
    if (question === null) return
    turn.current += 1
    const mine = turn.current
    setPending(key)
    setFailed(null)
    try {
      const answer = await ask(question)
      if (mine === turn.current) setFound({ key, question, answer })
    } catch (error) {
      if (mine === turn.current) setFailed({ key, error })
    } finally {
      if (mine === turn.current) setPending(null)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is all that is asked
  useEffect(() => {
    if (!isOnDemand) return void send()
    turn.current += 1
    setPending(null)
    setFound(null)
  }, [key, isOnDemand])
  const answer = found?.key === key ? found.answer : null
  const error = failed?.key === key ? failed.error : null
  const isUnasked = !isOnDemand && question !== null && answer === null && error === null
  return {
    /** Answer to the question as it is now; null until it is there. */
    answer,
    /** The last answer with its question, which may have changed since. */
    latest: found,
    /** Why the question as it is now was not answered, or null. */
    error,
    isAsking: pending === key || isUnasked,
    askAgain: () => void send(),
    /** Puts an answer that came another way in place of the one that is there; null removes it. */
    replace: (now: Answer | null) =>
      setFound(now === null || question === null ? null : { key, question, answer: now }),
  }
}
