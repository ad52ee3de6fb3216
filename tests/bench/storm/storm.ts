import { awaitPushes, type Pushed } from './await-pushes.ts'
import type { StormJournal } from './journal.ts'
import { judgeStorm, type Verdict } from './judge-storm.ts'
import { runStorm } from './run-storm.ts'
import type { StormSize } from './storm-size.ts'
import type { StormSubject } from './storm-subject.ts'

export interface StormOutcome {
  journal: StormJournal
  verdict: Verdict
  pushed: Pushed
  /** seconds of processor time that the API servers used while the students were there */
  processorTime: number
  /** lines about errors in the servers’ logs */
  unexpected: string[]
}

/**
 * Measures an opening: a teacher opens the moment, its pushes go out, and all students come. The verdict compares the answers
 * that students got with the database.
 */
export async function measureStorm(subject: StormSubject, size: StormSize): Promise<StormOutcome> {
  const opened = await subject.open()
  const before = subject.processorTime()
  const journal = await runStorm(subject, size)
  const processorTime = subject.processorTime() - before
  const pushed = await awaitPushes(subject, opened)
  const verdict = await judgeStorm(subject.database, journal)
  return { journal, pushed, processorTime, verdict, unexpected: subject.unexpected() }
}
