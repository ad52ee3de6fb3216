// @module-tag race
// @module-tag pooled
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import type { WaitingDesk } from '#api-server/enrollments/waiting/promoting.ts'
import { lockStudents } from '#api-server/platform/locks.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import type { Transaction } from '#database/tables.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase, describeOnPostgres, describeOnSqlite } from '#tests/support/databases.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { interleaved } from './support/interleaved.ts'
import { BrokenPromise } from './support/promises.ts'
import { DESKS } from './support/schedule.ts'
import { type RunSeatRace, startSeatRace } from './support/seat-race.ts'
import { contestedChairs, contestedSeats, type SeatSchedule, seatSchedules } from './support/seat-schedule.ts'
import { withoutTransactions } from './support/without-transactions.ts'
import { withoutWaiting } from './support/without-waiting.ts'

/** Number of schedules; use `SCHEDULES=100000` for a night's run. */
const RUNS = Number(process.env.SCHEDULES ?? 30)
/** number of schedules in a control run: about ten are enough to show a broken desk or line */
const CONTROL_RUNS = 300
const TIME_LIMIT = underLoad(30_000 + 200 * RUNS)

const clock = () => MORNING
const nothing = async () => {}

let databases: Database[] = []
afterEach(async () => {
  for (const database of databases) await database.close()
})

/** Opens a connection for each desk, as two processes would. */
const connect = async (url: string) => {
  const open = async () => interleaved(await withoutWaiting(openDatabase(url, { timeout: 4_000 })))
  databases = await Promise.all(Array.from({ length: DESKS }, open))
  return databases
}

const openDesk = (database: Database) => openEnrollmentDesk({ database, clock })
const openLine = (database: Database): WaitingDesk => ({ database, clock })

describeOnEachDatabase('students, teachers and promotions at two desks, in any order', (_, urls) => {
  test(
    'nobody is above the seats, nobody overtaken, and nobody waits beside a free seat once all is quiet',
    async () => {
      const open = await connect(await urls.fresh())
      const run = await startSeatRace({ databases: open, desks: open.map(openDesk), lines: open.map(openLine) })
      await fc.assert(fc.asyncProperty(seatSchedules, run), { numRuns: RUNS })
      expect(await countDeadlocks(open)).toBe(0)
    },
    TIME_LIMIT,
  )
})

describeOnPostgres('the same', (_, urls) => {
  test(
    'breaks those promises where desks lock nothing',
    async () => {
      const open = await connect(await urls.fresh())
      const desks = open.map((database) => openEnrollmentDesk({ database, clock, lock: nothing }))
      await expectBroken(
        await startSeatRace({ databases: open, desks, lines: open.map(openLine), tolerateCollisions: true }),
        seatSchedules,
      )
    },
    TIME_LIMIT,
  )

  test(
    'overfills a room where desks lock only students',
    async () => {
      const open = await connect(await urls.fresh())
      const lock = (trx: Transaction, { userIds }: { userIds: readonly number[] }) => lockStudents(trx, userIds)
      const desks = open.map((database) => openEnrollmentDesk({ database, clock, lock }))
      await expectBroken(
        await startSeatRace({ databases: open, desks, lines: open.map(openLine), tolerateCollisions: true }),
        contestedChairs,
        /overfull/,
      )
    },
    TIME_LIMIT,
  )

  test(
    'breaks them where who promotes locks nothing, and so decides before others have committed',
    async () => {
      const open = await connect(await urls.fresh())
      const lines = open.map((database) => ({ database, clock, lock: nothing }))
      await expectBroken(
        await startSeatRace({ databases: open, desks: open.map(openDesk), lines, tolerateCollisions: true }),
        contestedSeats,
      )
    },
    TIME_LIMIT,
  )
})

describeOnSqlite('the same', (_, urls) => {
  test(
    'breaks those promises where it is decided outside of a transaction who is promoted',
    async () => {
      const open = await connect(await urls.fresh())
      const lines = open.map((database) => openLine(withoutTransactions(database)))
      await expectBroken(
        await startSeatRace({ databases: open, desks: open.map(openDesk), lines, tolerateCollisions: true }),
        contestedSeats,
      )
    },
    TIME_LIMIT,
  )
})

async function expectBroken(run: RunSeatRace, schedules: fc.Arbitrary<SeatSchedule>, promise = /./): Promise<void> {
  const checked = await fc.check(fc.asyncProperty(schedules, run), { numRuns: CONTROL_RUNS, endOnFailure: true })
  expect(checked.failed).toBe(true)
  expect(checked.errorInstance).toBeInstanceOf(BrokenPromise)
  expect(String(checked.errorInstance)).toMatch(promise)
}

/** Deadlocks that PostgreSQL ended by failing one of two transactions; 0 on SQLite. */
async function countDeadlocks([database]: readonly Database[]): Promise<number> {
  if (!database?.isRemote) return 0
  const asked = sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`
  return Number((await asked.execute(database.kysely)).rows[0]?.deadlocks)
}
