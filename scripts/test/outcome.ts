/** What one runner of `npm test` has to tell. */
export interface Outcome {
  runner: string
  passed: number
  /** a runner that crashed or was cut off counts for one at least */
  failed: number
  /** what was left out, in words: nothing is skipped in silence */
  notRun: string[]
  ms: number
}
