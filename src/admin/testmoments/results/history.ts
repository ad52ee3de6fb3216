export interface Change {
  enrollment_id: number
  from: string
  to: string
}

const MOST_STEPS = 500

/** Steps that can be undone and redone. `textAt` is a cell's text now; `apply` puts the texts of a step into the cells. */
export function createHistory(
  textAt: (enrollment_id: number) => string | undefined,
  apply: (changes: readonly Change[]) => void,
) {
  const done: Change[][] = []
  const undone: Change[][] = []
  /**
   * Undoes or redoes a step, except cells that somebody else has changed since; returns both counts, or null without a step.
   */
  const step = (from: Change[][], to: Change[][]): { changed: number; kept: number } | null => {
    const changes = from.pop()
    if (!changes) return null
    const back = changes.map((change) => ({ ...change, from: change.to, to: change.from })).reverse()
    const own = back.filter((change) => textAt(change.enrollment_id) === change.from)
    if (own.length > 0) to.push(own)
    apply(own)
    return { changed: own.length, kept: back.length - own.length }
  }
  return {
    add: (changes: Change[]) => {
      done.push(changes)
      if (done.length > MOST_STEPS) done.shift()
      undone.length = 0
    },
    undo: () => step(done, undone),
    redo: () => step(undone, done),
  }
}
