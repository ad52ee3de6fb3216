import type { Fault, FaultRow } from '../fault-row.ts'
import { type RunTest, runPushTests } from './run-tests.ts'

const OUTCOMES = ['what a push service answers', 'when there is no answer']
const OUTCOMES_GOAL = 14
const BREAKER = 'tests/push/breaker.test.ts'

/** Outcomes of pushes, by the tests of `npm test`: shown and counted here, so that the table is complete. */
export const pushOutcomes: Fault = {
  quick: false,
  run: async () => {
    const tests = await runPushTests([
      'tests/push/outcomes.test.ts',
      'tests/push/delivery.test.ts',
      'tests/push/message-delivery.test.ts',
      BREAKER,
    ])
    const outcomes = tests.filter(({ fullName }) => OUTCOMES.some((name) => fullName.startsWith(name)))
    return [
      {
        fault: 'push services answer otherwise than hoped',
        done: `${outcomes.length} outcomes at a push service of the tests' own: ${outcomes.map(shortName).join(' · ')}`,
        invariant:
          'only 404 and 410 delete, no redirect is followed, Retry-After is never undercut, back-off, a breaker for each origin',
        measured: inWords(tests),
        goal: `≥ ${OUTCOMES_GOAL} outcomes, 0 failed`,
        held: outcomes.length >= OUTCOMES_GOAL && allPassed(tests),
      },
    ]
  },
}

export const outbox: Fault = {
  quick: false,
  run: async () => [
    await rowOf('tests/push/kill.test.ts', {
      fault: 'kill -9 of whoever sends, at chosen points',
      done: '20 points among 210 pushes on SQLite, 3 on PostgreSQL, before and after the push service answers',
      invariant: 'every device is told, and what comes twice has the same topic',
    }),
    await rowOf('tests/push/announcing.test.ts', {
      fault: 'an opening is planned by several at once, or begun anew after a crash halfway',
      done: 'on SQLite and PostgreSQL',
      invariant: 'exactly one row for each subscription and opening',
    }),
  ],
}

async function rowOf(file: string, row: Pick<FaultRow, 'fault' | 'done' | 'invariant'>): Promise<FaultRow> {
  const tests = await runPushTests([file])
  return { ...row, measured: inWords(tests), goal: '0 failed', held: allPassed(tests) }
}

const allPassed = (tests: readonly RunTest[]): boolean =>
  tests.length > 0 && tests.every(({ status }) => status === 'passed')

const inWords = (tests: readonly RunTest[]): string => {
  const passed = tests.filter(({ status }) => status === 'passed').length
  return `${passed} tests passed, ${tests.length - passed} did not`
}

/** '404', 'within the timeout'. */
const shortName = ({ fullName }: RunTest): string =>
  OUTCOMES.reduce((name, group) => name.replace(`${group} `, ''), fullName).replace(/: .*/, '')
