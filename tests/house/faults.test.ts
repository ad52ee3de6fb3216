import { expect, test } from 'vitest'
import { runFault } from '#tests/faults/fault-program.ts'
import type { FaultRow } from '#tests/faults/fault-row.ts'
import { allHeld, verdictOf } from '#tests/faults/verdict.ts'

const row: FaultRow = { fault: 'a', done: 'b', invariant: 'c', measured: 'd', goal: 'e', held: true }

test('one that did not hold fails every run', () => {
  expect(allHeld([row, { ...row, held: false }], 'quick')).toBe(false)
  expect(verdictOf({ ...row, held: false, late: true })).toBe('NO')
  expect(allHeld([row], 'full')).toBe(true)
})

test('one that was only late fails the full run alone, and is told by both', () => {
  const late = { ...row, late: true }
  expect(allHeld([row, late], 'full')).toBe(false)
  expect(allHeld([row, late], 'quick')).toBe(true)
  expect(verdictOf(late)).toBe('yes, late')
})

test('a program that comes to no verdict did not hold', async () => {
  const rows = await runFault('no-such-fault', { run: async () => [], quick: true }, 'quick')
  expect(rows).toMatchObject([{ fault: 'no-such-fault', held: false }])
})
