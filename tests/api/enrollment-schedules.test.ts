// @module-tag race
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { openEnrollmentDesk } from '#api-server/enrollments/desk/desk.ts'
import { type Database, openDatabase } from '#database/engine/open-database.ts'
import { MORNING } from '#tests/support/api/test-school.ts'
import { describeOnEachDatabase, describeOnPostgres, describeOnSqlite } from '#tests/support/databases.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { interleaved } from './support/interleaved.ts'
import { BrokenPromise } from './support/promises.ts'
import { type RunRace, startRace } from './support/race.ts'
import { DESKS, schedules } from './support/schedule.ts'
import { startTeacher } from './support/teacher-at-the-door.ts'
import { withoutTransactions } from './support/without-transactions.ts'
import { withoutWaiting } from './support/without-waiting.ts'

/** Number of schedules. About ten are enough to show a broken desk; use `SCHEDULES=100000` for a night's run. */
const RUNS = Number(process.env.SCHEDULES ?? 150)
const TIME_LIMIT = underLoad(30_000 + 200 * RUNS)

const clock = () => MORNING

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

describeOnEachDatabase('devices at two desks, in any order', (_, urls) => {
  test(
    'no limit is passed, no module taken twice, and after an acknowledged closing nothing changes',
    async () => {
      const desks = (await connect(await urls.fresh())).map((database) => openEnrollmentDesk({ database, clock }))
      const run = await startRace({ databases, desks })
      await fc.assert(fc.asyncProperty(schedules, run), { numRuns: RUNS })
    },
    TIME_LIMIT,
  )
})

describeOnEachDatabase('devices at two desks while a teacher opens and closes', (_, urls) => {
  test(
    'after a closing was acknowledged nobody comes and nobody goes',
    async () => {
      const desks = (await connect(await urls.fresh())).map((database) => openEnrollmentDesk({ database, clock }))
      const run = await startRace({ databases, desks, doorkeeperOf: startTeacher })
      await fc.assert(fc.asyncProperty(schedules, run), { numRuns: RUNS })
    },
    TIME_LIMIT,
  )
})

describeOnPostgres('devices at two desks that lock nothing', (_, urls) => {
  test(
    'break those promises',
    async () => {
      const desks = (await connect(await urls.fresh())).map((database) =>
        openEnrollmentDesk({ database, clock, lock: async () => {} }),
      )
      await expectBroken(await startRace({ databases, desks, tolerateCollisions: true }))
    },
    TIME_LIMIT,
  )
})

describeOnSqlite('devices at two desks that decide outside of a transaction', (_, urls) => {
  test(
    'break those promises',
    async () => {
      const desks = (await connect(await urls.fresh())).map((database) =>
        openEnrollmentDesk({ database: withoutTransactions(database), clock }),
      )
      await expectBroken(await startRace({ databases, desks, tolerateCollisions: true }))
    },
    TIME_LIMIT,
  )
})

async function expectBroken(run: RunRace): Promise<void> {
  const { failed, errorInstance } = await fc.check(fc.asyncProperty(schedules, run), { numRuns: RUNS })
  expect(failed).toBe(true)
  expect(errorInstance).toBeInstanceOf(BrokenPromise)
}
