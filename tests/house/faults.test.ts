import { expect, test } from 'vitest'
import { type FaultRow, notTried } from '#tests/faults/fault-row.ts'
import { findGrowth, type Sample } from '#tests/faults/life/growth.ts'
import { runFault } from '#tests/faults/run-fault.ts'
import { allHeld, verdictOf } from '#tests/faults/verdict.ts'
import { runApart } from '#tests/harness/run-apart.ts'

const MB = 1_048_576
const row: FaultRow = { fault: 'a', done: 'b', invariant: 'c', measured: 'd', goal: 'e', held: true }

test('one that did not hold fails every run', () => {
  expect(allHeld([row, { ...row, held: false }], 'quick')).toBe(false)
  expect(verdictOf({ ...row, held: false, late: true })).toBe('NO')
  expect(allHeld([row], 'full')).toBe(true)
})

test('one that was only late fails the full run alone, and is reported by both', () => {
  const late = { ...row, late: true }
  expect(allHeld([row, late], 'full')).toBe(false)
  expect(allHeld([row, late], 'quick')).toBe(true)
  expect(verdictOf(late)).toBe('yes, late')
})

test('one that could not be tried has not held, and only a bounded run outside CI goes on without it', () => {
  const untried = notTried('alerts', 'Prometheus (apt-get install prometheus)')
  expect(untried.held).toBe(false)
  expect(untried.measured).toContain('apt-get install prometheus')
  expect(verdictOf(untried)).toBe('not tried')
  expect(allHeld([row, untried], 'full', false)).toBe(false)
  expect(allHeld([row, untried], 'quick', true)).toBe(false)
  expect(allHeld([row, untried], 'quick', false)).toBe(true)
})

test('a program that breaks is shown by its last words', async () => {
  const { broke } = await runApart('tests/house/programs/pupils/breaks.ts', [])
  expect(broke).toMatch(/^ended with 1\n.*Error: nobody caught this/s)
})

test('a program that comes to no verdict did not hold', async () => {
  const rows = await runFault('no-such-fault', { run: async () => [], quick: true }, 'quick')
  expect(rows).toMatchObject([{ fault: 'no-such-fault', held: false }])
})

test('in a long life a server that grows by a tenth of a megabyte an hour is found, and one that only breathes is not', () => {
  const sampleAt = (hour: number, heap: number): Sample => ({
    hour,
    servers: { api: { heap, rss: 150 * MB, handles: 40, files: 60 } },
    rows: { audit: hour, module: 6, waiting_entry: hour % 24 },
    database: 0,
    wal: 0,
    kept: 4,
    temporary: 0,
    connections: 12,
    waiting: 0,
  })
  const week = (heapAt: (hour: number) => number) =>
    findGrowth(
      Array.from({ length: 168 }, (_, hour) => sampleAt(hour, heapAt(hour))),
      108,
    )
  expect(week((hour) => (60 + 8 * (hour % 2)) * MB)).toEqual([])
  expect(week((hour) => (60 + 8 * (hour % 2) + hour / 10) * MB)).toEqual([expect.stringContaining('heap of api')])
  const more = Array.from({ length: 168 }, (_, hour) => ({
    ...sampleAt(hour, 60 * MB),
    rows: { module: 6 + hour, unheard_of: 1 },
  }))
  expect(findGrowth(more, 108)).toEqual(['module: 6 → 173 rows', 'unheard_of: a table in no list'])
})
