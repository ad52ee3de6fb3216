import { useEffect, useRef } from 'react'
import { onAppEvent } from '#src/live/app-events.ts'
import { useAnswer } from '#src/parts/plan/use-answer.ts'

interface Asking<Question, Answer> {
  question: Question
  ask: (question: Question) => Promise<Answer>
  /** changes each time the screen is reloaded: the server is then asked again */
  renewedBy?: object
}

/** An answer that is renewed with the screen, and when a colleague changes rooms; the last one stays until the next arrives. */
export function useRenewedAnswer<Question, Answer>({ renewedBy, ...asking }: Asking<Question, Answer>) {
  const asked = useAnswer(asking)
  const askAgain = useRef(asked.askAgain)
  askAgain.current = asked.askAgain
  const shown = useRef(renewedBy)
  useEffect(() => {
    if (shown.current !== renewedBy) askAgain.current()
    shown.current = renewedBy
  }, [renewedBy])
  useEffect(
    () =>
      onAppEvent({
        received: ({ name }) => (name === 'roomsChanged' || name === 'eventsMissed') && askAgain.current(),
      }),
    [],
  )
  return asked
}
