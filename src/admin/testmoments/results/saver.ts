import type { ResultEdit, SavedResult } from '#domain/results/result.schema.ts'

/** Time (ms) without a new edit before edits are sent. */
const DEBOUNCE_MS = 500
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 15_000
/** Edits per request: a column of a full hall takes a few requests. */
const EDITS_PER_REQUEST = 200

/** `failed`: retried automatically if `problem` is null; otherwise the user must retry. */
export interface Saving {
  state: 'saved' | 'saving' | 'failed'
  problem: unknown
  unsaved: number
  faulty: number
  stale: number
}

interface SaverDeps {
  /** rejects if the outcome is unknown; the same edits are then sent again unchanged */
  save: (edits: readonly ResultEdit[]) => Promise<readonly SavedResult[]>
  /** whether a retry may help */
  mayPass: (error: unknown) => boolean
  /** all edits to send now */
  unsaved: () => ResultEdit[]
  /** called with the edits being sent */
  sending: (edits: readonly ResultEdit[]) => void
  answered: (results: readonly SavedResult[]) => void
  /** called with edits that the server refused: it stored none of these */
  refused: (edits: readonly ResultEdit[]) => void
  /** called when nothing more is sent for now */
  rested: () => void
}

interface Failure {
  problem: unknown
  mayPass: boolean
}

export const savingOf = (counts: Pick<Saving, 'unsaved' | 'faulty' | 'stale'>, failure: Failure | null): Saving => ({
  ...counts,
  state: counts.unsaved === 0 ? 'saved' : failure ? 'failed' : 'saving',
  problem: failure?.mayPass ? null : (failure?.problem ?? null),
})

/** Sends edits in batches, one request at a time, and retries at growing intervals where that may help. */
export function createSaver({ save, mayPass, unsaved, sending, answered, refused, rested }: SaverDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let pause = FIRST_RETRY_MS
  let failure: Failure | null = null

  const schedule = (wait: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void now(), wait)
  }
  /** Sends until nothing is left, or no answer comes. */
  const now = (): Promise<void> => {
    clearTimeout(timer)
    running ??= sendAll().finally(() => {
      running = null
      rested()
    })
    return running
  }
  const sendAll = async () => {
    for (;;) {
      const edits = unsaved().slice(0, EDITS_PER_REQUEST)
      if (edits.length === 0) return
      sending(edits)
      try {
        const answer = await save(edits)
        if (answer.length < edits.length) throw new Error(`${edits.length} were sent, ${answer.length} are answered`)
        failure = null
        pause = FIRST_RETRY_MS
        answered(answer)
      } catch (problem) {
        failure = { problem, mayPass: mayPass(problem) }
        if (!failure.mayPass) return refused(edits)
        schedule(pause)
        pause = Math.min(2 * pause, LONGEST_RETRY_MS)
        return
      }
    }
  }

  return {
    failure: () => failure,
    now,
    /** After new text: refused edits may be sent again; edits that wait for a retry stay waiting. */
    typed: () => {
      if (failure && !failure.mayPass) failure = null
    },
    soon: () => {
      if (!failure) schedule(DEBOUNCE_MS)
    },
    atOnce: () => schedule(0),
    /** The user retries, whatever failed before. */
    again: () => {
      failure = null
      return now()
    },
    stop: () => clearTimeout(timer),
  }
}
