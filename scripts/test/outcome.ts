/** What one runner of `npm test` has to tell. */
export interface Outcome {
  runner: string
  passed: number
  /** a runner that crashed or was cut off counts for one at least */
  failed: number
  /** what failed by name, with what it said of it: the last screen of a long run tells what to mend */
  failures?: string[]
  /** what passed only when it was tried again, likewise: see second-try.rationale.md */
  secondTry?: string[]
  /** what was left out, in words: nothing is skipped in silence */
  notRun: string[]
  ms: number
}
