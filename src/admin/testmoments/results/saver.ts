import type { ResultEdit, SavedResult } from '#domain/results/result.schema.ts'

/** ms without another cell before they are sent */
const DEBOUNCE_MS = 500
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 15_000
/** Sent together: a column of a full hall takes a few. */
const TOGETHER = 200

/** `failed`: it is tried again by itself where `problem` is null; else somebody has to say so. */
export interface Saving {
  state: 'saved' | 'saving' | 'failed'
  problem: unknown
  unsaved: number
  faulty: number
  stale: number
}

interface SaverDeps {
  /** rejects where it is not known what became of them; they come again then, just as they were */
  save: (edits: readonly ResultEdit[]) => Promise<readonly SavedResult[]>
  /** whether trying again could help */
  mayPass: (error: unknown) => boolean
  /** all that there is to send now */
  unsaved: () => ResultEdit[]
  /** these go now */
  sending: (edits: readonly ResultEdit[]) => void
  answered: (results: readonly SavedResult[]) => void
  /** a server that refused has kept nothing of these */
  refused: (edits: readonly ResultEdit[]) => void
  /** nothing more goes for now */
  rested: () => void
}

interface Failure {
  problem: unknown
  mayPass: boolean
}

/** Sends what was typed, some at a time and one request after the other, and tries again ever slower where that could help. */
export function createSaver({ save, mayPass, unsaved, sending, answered, refused, rested }: SaverDeps) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let pause = FIRST_RETRY_MS
  let failure: Failure | null = null

  const schedule = (wait: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void now(), wait)
  }
  /** Until nothing is left or no answer comes. */
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
      const edits = unsaved().slice(0, TOGETHER)
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
    /** Something was typed: what was refused may go again; what waits to be tried again goes with it then. */
    typed: () => {
      if (failure && !failure.mayPass) failure = null
    },
    soon: () => {
      if (!failure) schedule(DEBOUNCE_MS)
    },
    atOnce: () => schedule(0),
    /** Somebody asks for it, whatever came of it before. */
    again: () => {
      failure = null
      return now()
    },
    stop: () => clearTimeout(timer),
  }
}
