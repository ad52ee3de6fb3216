import { unavailable } from '#server/problem.ts'

export interface Bounds {
  /** how many may run side by side */
  atATime: number
  /** how many may wait behind them */
  waiting: number
}

/** Runs the work it is given in turn; throws `unavailable` when too many wait. */
export type BoundedWork = <T>(work: () => Promise<T>) => Promise<T>

/** `watchQueue` is told how to ask for the number that waits. */
export function createBoundedWork(
  { atATime, waiting }: Bounds,
  watchQueue?: (length: () => number) => void,
): BoundedWork {
  let busy = 0
  const queue: (() => void)[] = []
  watchQueue?.(() => queue.length)

  const enter = async () => {
    if (busy < atATime) {
      busy += 1
      return
    }
    if (queue.length >= waiting) throw unavailable()
    await new Promise<void>((resolve) => queue.push(resolve))
  }
  const leave = () => {
    const next = queue.shift()
    if (next) next()
    else busy -= 1
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
