import type { Enrollment } from '#domain/enrollments/enrollment.schema.ts'

export type Call = 'login' | 'refresh' | 'moments' | 'modules' | 'enrollment' | 'waiting' | 'leaving'

/** Answers that one student got, to be compared with the database. */
export interface StudentJournal {
  user_id: number
  /** answered 200 or 201 */
  acknowledged: Pick<Enrollment, 'id' | 'user_id' | 'testmoment_id' | 'module_id'>[]
  /** answered 422 `no-slots-left`: their other tab was first */
  refused: number
  /** places in line that they were given, by id, where the moment was full */
  waiting: number[]
  /** they gave up again the seat that they were given at once */
  left: boolean
  /** the answer to an enrollment never came: it may be there, or not */
  unknown: boolean
  /** the newest that was given to them */
  refreshToken: string
  /** all that they came for was answered */
  settled: boolean
}

/** Record of the storm by the process that sent it. */
export class StormJournal {
  readonly students = new Map<number, StudentJournal>()
  /** ms from when each call was due until its final answer, refusals and the waiting after them included */
  readonly times: Record<Call, number[]> = {
    login: [],
    refresh: [],
    moments: [],
    modules: [],
    enrollment: [],
    waiting: [],
    leaving: [],
  }
  /** ms by which calls were sent too late for want of the sender's own time */
  readonly lateness: number[] = []
  /** 503 with Retry-After of at most a second: asked again after that */
  sentAway = 0
  /** anything that should not have been answered, and how often */
  readonly errors = new Map<string, number>()
  /** when (ms since the epoch) it was acknowledged that somebody had left: each freed a seat */
  readonly freed: number[] = []
  /** ms from the opening until the last student had settled */
  settledAfter = 0

  fail(what: string): void {
    this.errors.set(what, (this.errors.get(what) ?? 0) + 1)
  }
}
