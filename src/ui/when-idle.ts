/** Longest wait (ms): what is loaded then, the worker among it, must come on a phone that is never idle too. */
const LONGEST_MS = 3_000

/** Calls back once the page has neither a press nor a frame to answer; in Safari, which has no such event, in its next task. */
export const whenIdle = (work: () => void): void =>
  void (window.requestIdleCallback?.(work, { timeout: LONGEST_MS }) ?? setTimeout(work))
