import { Problem, unavailable } from '#server/problem.ts'

export interface Batching<Request, Answer> {
  /**
   * All of a batch in one transaction; gives the answers in the order of the requests, once they are durable. A refusal
   * is an answer too. Throws when the transaction failed.
   */
  run(requests: readonly Request[]): Promise<readonly (Answer | Problem)[]>
  /** of an error: the database is away, so that trying the halves would only ask it again */
  isUnavailable(error: unknown): boolean
  /** the most that are handled together */
  size: number
  /** how many may wait; who comes behind is asked to come back */
  places: number
}

interface Waiting<Request, Answer> {
  request: Request
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Requests that arrive while a transaction runs are handled together in the next, so that one commit serves many; a lone
 * request waits for nobody. The promise rejects with the `Problem` that says why not.
 */
export function inBatches<Request, Answer>({
  run,
  isUnavailable,
  size,
  places,
}: Batching<Request, Answer>): (request: Request) => Promise<Answer> {
  let waiting: Waiting<Request, Answer>[] = []
  let working = false

  const work = async () => {
    while (waiting.length > 0) {
      await arrivals()
      const batch = waiting.slice(0, size)
      waiting = waiting.slice(size)
      await serve(batch)
    }
    working = false
  }

  /** Goes on as long as each turn of the event loop brings requests: a crowd comes as one batch, one alone starts next turn. */
  const arrivals = async () => {
    for (let before = -1; before < waiting.length && waiting.length < size; ) {
      before = waiting.length
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }

  /** One row that the database refuses must not fail the others: halves are tried apart until it stands alone. */
  const serve = async (batch: readonly Waiting<Request, Answer>[]): Promise<void> => {
    try {
      const answers = await run(batch.map(({ request }) => request))
      answers.forEach((answer, index) => {
        if (answer instanceof Problem) batch[index]?.reject(answer)
        else batch[index]?.resolve(answer)
      })
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      const middle = Math.ceil(batch.length / 2)
      await serve(batch.slice(0, middle))
      await serve(batch.slice(middle))
    }
  }

  return async (request) => {
    if (waiting.length >= places) throw unavailable()
    return new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject })
      if (working) return
      working = true
      void work()
    })
  }
}
