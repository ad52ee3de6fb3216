let anyYet = false
let listener: (() => void) | undefined

/** To be called when the server did what was asked of it here: this person's other tabs show it too. */
export function ownChangeMade(): void {
  anyYet = true
  listener?.()
}

/** One who listens, also to a change from before. Returns how to stop. */
export function onOwnChange(tell: () => void): () => void {
  listener = tell
  if (anyYet) tell()
  return () => {
    listener = undefined
    anyYet = false
  }
}
