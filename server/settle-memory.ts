import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back what starting took and nobody needs any more: most of V8's young space, 50 MB of 165. V8 itself gets to that
 * only after much work. Takes some 50 ms, so call it before the server listens. There is no other way to ask for it
 * without a flag on the command line, which a unit file would have to know.
 */
export function settleMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
