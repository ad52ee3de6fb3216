/** Whose work it is: those who are known have half of the turns, and within each half everybody has the same share. */
export interface Party {
  /** has logged in well before, from here or with this device */
  known: boolean
  /** an account of who is known, else an address */
  key: string
}

export interface Bounds {
  /** how many may run side by side */
  atATime: number
  /** how many may wait behind them */
  waiting: number
  /** error for callers for which the queue has no room */
  refuse: () => Error
}

/** Runs the work it is given, in turn for each party. */
export type FairWork = <T>(party: Party, work: () => Promise<T>) => Promise<T>

interface Waiting {
  start: () => void
  refuse: () => void
}

/** See fair-work.rationale.md. `watchQueue` gets a function that gives the number that waits. */
export function createFairWork(
  { atATime, waiting, refuse }: Bounds,
  watchQueue?: (length: () => number) => void,
): FairWork {
  const [known, strangers] = [createLane(), createLane()]
  let busy = 0
  let next = known
  const length = () => known.length() + strangers.length()
  watchQueue?.(length)

  /** Drops the last of who has the most; false where the newcomer would have as many. */
  const makeRoom = ({ known: isKnown, key }: Party): boolean => {
    const [own, other] = isKnown ? [known, strangers] : [strangers, known]
    if (own.length() < waiting / 2) return other.dropFromLongest()
    return own.longest() > own.lengthOf(key) + 1 && own.dropFromLongest()
  }

  const enter = async (party: Party) => {
    if (busy < atATime) {
      busy += 1
      return
    }
    if (length() >= waiting && !makeRoom(party)) throw refuse()
    const lane = party.known ? known : strangers
    await new Promise<void>((resolve, reject) =>
      lane.add(party.key, { start: resolve, refuse: () => reject(refuse()) }),
    )
  }
  const leave = () => {
    const first = next
    const second = next === known ? strangers : known
    const entered = first.take() ?? second.take()
    next = second
    if (entered) entered.start()
    else busy -= 1
  }

  return async (party, work) => {
    await enter(party)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

/** Parties in the order of their turns; after a turn a party goes to the end. */
function createLane() {
  const queues = new Map<string, Waiting[]>()
  let count = 0

  const longestQueue = () => {
    let longest: [string, Waiting[]] | undefined
    for (const entry of queues) if (entry[1].length > (longest?.[1].length ?? 0)) longest = entry
    return longest
  }

  return {
    length: () => count,
    lengthOf: (key: string) => queues.get(key)?.length ?? 0,
    longest: () => longestQueue()?.[1].length ?? 0,
    add: (key: string, waiting: Waiting) => {
      count += 1
      const queue = queues.get(key)
      if (queue) queue.push(waiting)
      else queues.set(key, [waiting])
    },
    take: (): Waiting | undefined => {
      const [key, queue] = queues.entries().next().value ?? []
      if (key === undefined || !queue) return undefined
      const first = queue.shift()
      queues.delete(key)
      if (queue.length > 0) queues.set(key, queue)
      count -= 1
      return first
    },
    dropFromLongest: (): boolean => {
      const [key, queue] = longestQueue() ?? []
      const last = queue?.pop()
      if (key === undefined || !last) return false
      if (queue?.length === 0) queues.delete(key)
      count -= 1
      last.refuse()
      return true
    },
  }
}
