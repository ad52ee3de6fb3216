import fc from 'fast-check'
import { type EnrollmentDesk, openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import type { Database } from '#database/engine/open-database.ts'
import { BrokenPromise } from '../../api/support/promises.ts'
import { type RaceOptions, startRace } from '../../api/support/race.ts'
import { schedules as anySchedule } from '../../api/support/schedule.ts'
import { startTeacher } from '../../api/support/teacher-at-the-door.ts'
import { withoutTransactions } from '../../api/support/without-transactions.ts'
import { MORNING } from '../../support/api/test-school.ts'
import type { Fault, FaultRow } from '../fault-row.ts'
import { type InWorlds, inPostgresWorlds, inSqliteWorlds, type RaceWorld } from './race-worlds.ts'

/** On each database; half of them while a teacher opens and closes. `SCHEDULES=1000` for a look. */
export const SCHEDULES = Number(process.env.SCHEDULES ?? 100_000)
/** A broken desk shows within about ten schedules. */
export const CONTROL_SCHEDULES = 500
const clock = () => MORNING

type Engine = 'SQLite' | 'PostgreSQL'

/** Many devices of each student at two desks, in any order; `npm test` has the same with fewer schedules. */
export const schedules: Fault = {
  quick: false,
  limit: 240,
  run: async () => [
    ...(await race(inSqliteWorlds, 'SQLite', (database) =>
      openEnrollmentDesk({ database: withoutTransactions(database), clock }),
    )),
    ...(await race(inPostgresWorlds, 'PostgreSQL', (database) =>
      openEnrollmentDesk({ database, clock, lock: async () => {} }),
    )),
  ],
}

async function race(
  inWorlds: InWorlds,
  engine: Engine,
  openUnlocked: (database: Database) => EnrollmentDesk,
): Promise<FaultRow[]> {
  const half = Math.ceil(SCHEDULES / 2)
  const open = (database: Database) => openEnrollmentDesk({ database, clock })
  const started =
    (openDesk: typeof open, options: Partial<RaceOptions> = {}) =>
    (databases: RaceWorld) =>
      startRace({ databases, desks: databases.map(openDesk), ...options })
  const alone = await inWorlds((worlds) => runIn(worlds, half, anySchedule, started(open)))
  const withTeacher = await inWorlds((worlds) =>
    runIn(worlds, half, anySchedule, started(open, { doorkeeperOf: startTeacher })),
  )
  const control = await inWorlds((worlds) =>
    runIn(worlds, CONTROL_SCHEDULES, anySchedule, started(openUnlocked, { tolerateCollisions: true })),
  )
  const broken = [...alone.broken, ...withTeacher.broken]
  return [
    {
      fault: `devices of a student in any order, ${engine}`,
      done: `${alone.runs + withTeacher.runs} random schedules at 2 desks, half of them while a teacher opens and closes`,
      invariant:
        'never over the limit, never two current moments for a module, nothing after an acknowledged closing, and what was acknowledged is stored',
      measured: inWords(broken),
      goal: '0 broken',
      held: broken.length === 0 && alone.runs + withTeacher.runs >= SCHEDULES,
    },
    {
      fault: `control: without the ${engine === 'SQLite' ? 'transaction' : 'lock'}, ${engine}`,
      done: `up to ${CONTROL_SCHEDULES} such schedules`,
      invariant: 'the same check finds those promises broken',
      measured: `${inWords(control.broken)}, after ${control.runs} schedules`,
      goal: 'broken at least once',
      held: control.broken.length > 0 && control.broken.every((error) => error instanceof BrokenPromise),
    },
  ]
}

interface Outcome {
  runs: number
  broken: unknown[]
}

/** Divides this many schedules among the worlds; each stops at the first schedule that it fails. */
export async function runIn<Schedule>(
  worlds: readonly RaceWorld[],
  count: number,
  schedules: fc.Arbitrary<Schedule>,
  start: (databases: RaceWorld) => Promise<(schedule: Schedule) => Promise<void>>,
): Promise<Outcome> {
  const numRuns = Math.ceil(count / worlds.length)
  const results = await Promise.all(
    worlds.map(async (databases) => {
      const run = await start(databases)
      return fc.check(fc.asyncProperty(schedules, run), { numRuns, endOnFailure: true })
    }),
  )
  return {
    runs: results.reduce((sum, result) => sum + result.numRuns, 0),
    broken: results.filter(({ failed }) => failed).map(({ errorInstance }) => errorInstance),
  }
}

export const inWords = ([first, ...more]: readonly unknown[]): string =>
  first === undefined ? '0 broken' : `${more.length + 1} broken (${first instanceof Error ? first.message : first})`
