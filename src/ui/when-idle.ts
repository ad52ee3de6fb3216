/** Calls back once the page has neither a press nor a frame to answer; in Safari, which has no such event, in its next task. */
export const whenIdle = (work: () => void): void => void (window.requestIdleCallback ?? setTimeout)(work)
