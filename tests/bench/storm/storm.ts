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
  /** s of the processors that the API servers took while the students were there */
  processorTime: number
  /** lines of the servers' logs of what nobody foresaw */
  unexpected: string[]
}

/**
 * The opening: a teacher opens the moment, its pushes go out, and all students come. Judged by the answers that they
 * got.
 */
export async function storm(subject: StormSubject, size: StormSize): Promise<StormOutcome> {
  const opened = await subject.open()
  const before = subject.processorTime()
  const journal = await runStorm(subject, size)
  const processorTime = subject.processorTime() - before
  const pushed = await awaitPushes(subject, opened)
  const verdict = await judgeStorm(subject.database, journal)
  return { journal, pushed, processorTime, verdict, unexpected: subject.unexpected() }
}
