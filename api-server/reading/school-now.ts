import { isCurrent, turningPoints } from '#domain/testmoments/testmoment.rules.ts'
import type { School, SchoolMoment } from './school.ts'

/** A school while time changes nothing about it. */
export interface SchoolNow {
  school: School
  /** ms since the epoch: from `since` on and before `until` it looks like this */
  since: number
  until: number
  /** earliest first */
  current: readonly SchoolMoment[]
}

export function schoolAt(school: School, now: number): SchoolNow {
  const moments = [...school.moments.values()]
  const points = moments.flatMap(turningPoints)
  return {
    school,
    since: Math.max(0, ...points.filter((point) => point <= now)),
    until: Math.min(Number.POSITIVE_INFINITY, ...points.filter((point) => point > now)),
    current: moments.filter((moment) => isCurrent(moment, now)),
  }
}
