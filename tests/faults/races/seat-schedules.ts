import { openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import type { WaitingDesk } from '#api-server/enrollments/waiting/promoting.ts'
import type { Database } from '#database/engine/open-database.ts'
import { BrokenPromise } from '../../api/support/promises.ts'
import { startSeatRace } from '../../api/support/seat-race.ts'
import { seatSchedules as anySchedule, contestedSeats } from '../../api/support/seat-schedule.ts'
import { withoutTransactions } from '../../api/support/without-transactions.ts'
import { MORNING } from '../../support/api/test-school.ts'
import type { Fault, FaultRow } from '../fault-row.ts'
import { type InWorlds, inPostgresWorlds, inSqliteWorlds } from './race-worlds.ts'
import { CONTROL_SCHEDULES, inWords, runIn, SCHEDULES } from './schedules.ts'

const clock = () => MORNING

/** Students, teachers and promotions at two desks, in any order; `npm test` has the same with fewer schedules. */
export const seatSchedules: Fault = {
  quick: false,
  limit: 240,
  run: async () => [
    ...(await race(inSqliteWorlds, 'SQLite', (database) => ({ database: withoutTransactions(database), clock }))),
    ...(await race(inPostgresWorlds, 'PostgreSQL', (database) => ({ database, clock, lock: async () => {} }))),
  ],
}

async function race(
  inWorlds: InWorlds,
  engine: 'SQLite' | 'PostgreSQL',
  openUnlocked: (database: Database) => WaitingDesk,
): Promise<FaultRow[]> {
  const desksOf = (databases: readonly Database[]) =>
    databases.map((database) => openEnrollmentDesk({ database, clock }))
  const { runs, broken } = await inWorlds((worlds) =>
    runIn(worlds, SCHEDULES, anySchedule, (databases) =>
      startSeatRace({
        databases,
        desks: desksOf(databases),
        lines: databases.map((database) => ({ database, clock })),
      }),
    ),
  )
  const control = await inWorlds((worlds) =>
    runIn(worlds, CONTROL_SCHEDULES, contestedSeats, (databases) =>
      startSeatRace({
        databases,
        desks: desksOf(databases),
        lines: databases.map(openUnlocked),
        tolerateCollisions: true,
      }),
    ),
  )
  return [
    {
      fault: `seats and lines in any order, ${engine}`,
      done: `${runs} random schedules of students, teachers and promotions at 2 desks`,
      invariant:
        'never above the seats but by a teacher, nobody overtaken, nobody beside a free seat once quiet, everybody told',
      measured: inWords(broken),
      goal: '0 broken',
      held: broken.length === 0 && runs >= SCHEDULES,
    },
    {
      fault: `control: promoting without the ${engine === 'SQLite' ? 'transaction' : 'lock'}, ${engine}`,
      done: `up to ${CONTROL_SCHEDULES} schedules in which one seat comes free beside a line`,
      invariant: 'the same check finds those promises broken',
      measured: `${inWords(control.broken)}, after ${control.runs} schedules`,
      goal: 'broken at least once',
      held: control.broken.length > 0 && control.broken.every((error) => error instanceof BrokenPromise),
    },
  ]
}
