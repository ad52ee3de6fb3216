/** ms; a ctrl+C comes as a signal and need not wait for it */
const LOOK = 500

/**
 * Calls `end` when npm has gone, or the shell that it starts programs by: whoever stops `npm start` by a signal stops
 * those, and they pass none on. Does nothing where npm did not start this process: who else did may leave it running.
 */
export function whenNpmEnds(end: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    end()
  }, LOOK)
  looking.unref()
}
