export interface OwnChangeListener {
  /** The server did what was asked of it: this person's other tabs show it too. */
  onMade: () => void
  /** Nothing is under way any more, and what asked for it had its say. */
  onSettled: () => void
}

let anyYet = false
let underway = 0
let listener: OwnChangeListener | undefined

/** While it is, the screen that asked may be about to leave what it shows, such as a record that is being deleted. */
export const isOwnChangeUnderway = (): boolean => underway > 0

/** To be called with what is asked of the server to be done here. */
export function ownChange(change: Promise<unknown>): void {
  underway += 1
  void change.then(made, () => undefined).then(() => setTimeout(settled))
}

function made(): void {
  anyYet = true
  listener?.onMade()
}

function settled(): void {
  underway -= 1
  if (underway === 0) listener?.onSettled()
}

/** One who listens, also to a change from before. Returns how to stop. */
export function onOwnChange(told: OwnChangeListener): () => void {
  listener = told
  if (anyYet) told.onMade()
  return () => {
    listener = undefined
    anyYet = false
  }
}
