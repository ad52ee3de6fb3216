import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { calibrate } from './cpu-seconds.ts'

/** `first`: what everybody runs before a change goes in. `all`: everything. Which test is in which: tests/tiers.rationale.md. */
export type Tier = 'first' | 'all'

/** CPU-seconds that each part may take, in the first tier and in all, on the machine of `REFERENCE`. */
const BUDGETS: Readonly<Record<string, Readonly<Record<Tier, number>>>> = {
  checks: { first: 90, all: 130 },
  build: { first: 20, all: 20 },
  logic: { first: 40, all: 40 },
  house: { first: 50, all: 60 },
  database: { first: 105, all: 105 },
  push: { first: 45, all: 45 },
  api: { first: 240, all: 450 },
  PgBouncer: { first: 0, all: 90 },
  stories: { first: 380, all: 1_500 },
  faults: { first: 80, all: 260 },
}

/** CPU-seconds of `calibrate` on the machine on which the budgets were measured. */
const REFERENCE = 0.45

/** Gives the budget of a part on this machine, which was calibrated `samples` times: as fast as it was in the middle one. */
export function budgetOf(part: string, tier: Tier, samples: readonly number[]): number | undefined {
  const middle = samples.toSorted((one, other) => one - other)[Math.floor(samples.length / 2)] ?? calibrate()
  const budget = BUDGETS[part]?.[tier]
  return budget && (budget * middle) / REFERENCE
}

/** Tags of the tests of Vitest that each part has in the first tier. */
export const tagsOf = (part: string, tier: Tier): string | undefined => {
  if (tier === 'all') return undefined
  return part === 'api' ? '!all && (!second-engine || race || engine)' : '!all'
}

/** Lists, in words, what only `npm test -- --all` runs. */
export function listOnlyInAll(): string[] {
  const count = (pattern: string, text: RegExp) =>
    globSync(pattern, { cwd: ROOT }).filter((file) => text.test(readFileSync(join(ROOT, file), 'utf8'))).length
  return [
    'the rule of lint that no promise is left alone, which reads all types',
    `tests tagged 'all', in ${count('tests/**/*.test.{ts,tsx}', /@module-tag all\b|tags: 'all'/)} files`,
    'tests of the API on PostgreSQL, but for those about locks, races and what an engine does differently',
    `${count('tests/{api,database}/**/*.test.ts', /@module-tag pooled/)} files through PgBouncer, with two API servers`,
    `stories tagged '@all', in ${count('tests/e2e/**/*.e2e.ts', /'@all'/)} files`,
    'all faults but four',
  ]
}
