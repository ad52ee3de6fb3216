import type { Engine } from '#tests/harness/places.ts'
import { sum } from '#tests/harness/statistics.ts'
import { verdictInWords } from '../../bench/storm/judge-storm.ts'
import { measureStorm } from '../../bench/storm/storm.ts'
import { stormSize } from '../../bench/storm/storm-size.ts'
import { withStormSubject } from '../../bench/storm/storm-subject.ts'
import type { Extent, Fault, FaultRow } from '../fault-row.ts'

const STUDENTS = { quick: 200, full: 2_000 }

/** The opening that `npm run bench storm` times, judged here by what must hold at any speed. */
export const openingStorm: Fault = {
  quick: true,
  run: async (extent) => [await weather('SQLite', extent), await weather('PostgreSQL', extent)],
}

function weather(engine: Engine, extent: Extent): Promise<FaultRow> {
  const size = stormSize(STUDENTS[extent])
  return withStormSubject({ engine, students: size.students }, async (subject) => {
    const { journal, verdict, pushed, unexpected } = await measureStorm(subject, size)
    const wrong = { ...verdict, errors: sum(journal.errors.values(), (times) => times) + unexpected.length }
    const sent = pushed.outcomes.get('sent') ?? 0
    // Students who enrolled before their turn came are no longer notified.
    const wereNotified = [...pushed.outcomes.keys()].every((outcome) => outcome === 'sent' || outcome === 'unneeded')
    const acknowledgedCount = sum(journal.students.values(), ({ acknowledged }) => acknowledged.length)
    return {
      fault: `opening storm, ${engine}`,
      done: `${size.students} students in ${size.seconds} s read and enroll, some by password, some in two tabs`,
      invariant: 'nothing lost, nothing unasked, no limit passed, nobody logged out, every push sent once',
      measured:
        `${acknowledgedCount} acknowledged, ${journal.sentAway} × 503; ${verdictInWords(wrong)}; ` +
        `${sent} pushes sent, ${pushed.taken} taken${[...journal.errors.keys(), ...unexpected].map((what) => `; ${what}`).join('')}`,
      goal: '0 of each; as many taken as sent',
      held: Object.values(wrong).every((count) => count === 0) && wereNotified && pushed.taken === sent,
    }
  })
}
