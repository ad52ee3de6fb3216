interface Asking<Reply> {
  ask: () => Promise<Reply>
  onAnswer: (reply: Reply) => void
  onFailure?: (error: unknown) => void
  /** ms before it is asked, such as while somebody types */
  afterMs?: number
}

/** For an effect: asks the server, and ignores the answer once the effect asks something else. Returns its clean-up. */
export function askLatest<Reply>({ ask, onAnswer, onFailure, afterMs }: Asking<Reply>): () => void {
  let isOutdated = false
  const send = () =>
    void ask().then(
      (reply) => {
        if (!isOutdated) onAnswer(reply)
      },
      (error: unknown) => {
        if (!isOutdated) onFailure?.(error)
      },
    )
  const timer = afterMs === undefined ? undefined : setTimeout(send, afterMs)
  if (afterMs === undefined) send()
  return () => {
    isOutdated = true
    clearTimeout(timer)
  }
}
