import { Problem } from '#server/problem.ts'

const WINDOW_MS = 60_000
/** As many callers as come at once; who is forgotten may begin anew. */
const REMEMBERED = 1_000

/** So many calls a minute for each caller: nobody has the server work without end. Throws `too-many-requests`. */
export function createLimit<Caller>(most: number, clock: () => number): (caller: Caller) => void {
  const calledAt = new Map<Caller, number[]>()
  return (caller) => {
    const now = clock()
    const recent = (calledAt.get(caller) ?? []).filter((at) => now - at < WINDOW_MS)
    const [first = now] = recent
    if (recent.length >= most)
      throw new Problem('too-many-requests', { retryAfter: Math.ceil((first + WINDOW_MS - now) / 1000) })
    calledAt.delete(caller)
    calledAt.set(caller, [...recent, now])
    for (const [oldest] of calledAt) if (calledAt.size > REMEMBERED) calledAt.delete(oldest)
  }
}
