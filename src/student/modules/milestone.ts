import { useEffect, useState } from 'react'
import type { KnownModuleStatus } from '#domain/enrollments/enrollment.schema.ts'
import { isSettled } from './modules-overview.ts'

/** `completed`: all modules are; `enrolled`: the student is enrolled for all the others. Nothing can be chosen any more. */
type Milestone = 'completed' | 'enrolled'

const milestoneOf = (ahead: readonly KnownModuleStatus[], now: number): Milestone | null =>
  ahead.length === 0 ? 'completed' : ahead.every((status) => isSettled(status, now)) ? 'enrolled' : null

/** Milestone of each student when this page last showed it: one reached before that is not new. */
const reached = new Map<number, Milestone | null>()
const celebrated = new Set<string>()

/** Milestone of the student, and whether it was reached just now: it is celebrated once. */
export function useMilestone(userId: number, ahead: readonly KnownModuleStatus[], now: number) {
  const milestone = milestoneOf(ahead, now)
  const [fresh, setFresh] = useState<Milestone | null>(null)

  useEffect(() => {
    const before = reached.get(userId)
    const isNew = milestone && before !== undefined && before !== milestone && !celebrated.has(`${userId} ${milestone}`)
    reached.set(userId, milestone)
    if (!isNew) return
    celebrated.add(`${userId} ${milestone}`)
    setFresh(milestone)
  }, [userId, milestone])

  return { milestone, isFresh: milestone !== null && fresh === milestone }
}
