/** Party that the work is for. Known parties together get half of the turns; within each half all parties share equally. */
export interface Party {
  /** has logged in well before, from this address or device */
  known: boolean
  /** the account if known, else the address */
  key: string
}

export interface Bounds {
  /** tasks that run in parallel */
  atATime: number
  /** tasks that may wait */
  waiting: number
  /** error for callers for which the queue has no room */
  refuse: () => Error
}

export type FairWork = <T>(party: Party, work: () => Promise<T>) => Promise<T>

interface Waiting {
  start: () => void
  refuse: () => void
}

/** Creates the queue, see fair-work.rationale.md. `watchQueue` gets a function that returns the number of waiting tasks. */
export function createFairWork(
  { atATime, waiting, refuse }: Bounds,
  watchQueue?: (length: () => number) => void,
): FairWork {
  const [known, strangers] = [createLane(), createLane()]
  let busy = 0
  let next = known
  const length = () => known.length() + strangers.length()
  watchQueue?.(length)

  /** Drops the last task of the party with the most; false if the newcomer would then have as many. */
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

/** Queue of parties in the order of their turns; after its turn a party goes to the end. */
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
