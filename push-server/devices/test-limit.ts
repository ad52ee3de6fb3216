import { Problem } from '#server/problem.ts'

const MOST = 5
const WINDOW_MS = 60_000
/** As many people as test at once; who is forgotten may begin anew. */
const REMEMBERED = 1_000

/** Five test messages a minute for one person: nobody has the server send without end. Throws `too-many-requests`. */
export function createTestLimit(clock: () => number): (userId: number) => void {
  const sentAt = new Map<number, number[]>()
  return (userId) => {
    const now = clock()
    const recent = (sentAt.get(userId) ?? []).filter((at) => now - at < WINDOW_MS)
    const [first = now] = recent
    if (recent.length >= MOST)
      throw new Problem('too-many-requests', { retryAfter: Math.ceil((first + WINDOW_MS - now) / 1000) })
    sentAt.delete(userId)
    sentAt.set(userId, [...recent, now])
    for (const [oldest] of sentAt) if (sentAt.size > REMEMBERED) sentAt.delete(oldest)
  }
}
