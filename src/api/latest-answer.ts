interface Asking<Reply> {
  ask: () => Promise<Reply>
  onAnswer: (reply: Reply) => void
  onFailure?: (error: unknown) => void
  /** Runs after success and failure. */
  onEnd?: () => void
  /** delay (ms) before the request, such as while the user types */
  afterMs?: number
}

/** Asks the server. Returns a function that drops the answer, for use as an effect's clean-up. */
export function askLatest<Reply>({ ask, onAnswer, onFailure, onEnd, afterMs }: Asking<Reply>): () => void {
  let isDropped = false
  const unlessDropped =
    <Value>(use?: (value: Value) => void) =>
    (value: Value) => {
      if (isDropped) return
      use?.(value)
      onEnd?.()
    }
  const send = () => void ask().then(unlessDropped(onAnswer), unlessDropped(onFailure))
  const timer = afterMs === undefined ? undefined : setTimeout(send, afterMs)
  if (afterMs === undefined) send()
  return () => {
    isDropped = true
    clearTimeout(timer)
  }
}
