import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { pgbouncer } from '../scripts/machine.ts'
import { findPostgresPrograms } from './support/postgres-cluster.ts'
import { underLoad } from './support/under-load.ts'

const ROOT = `${import.meta.dirname}/..`
/** `npm test` says `first`: only what everybody runs (tests/tiers.rationale.md). A file by name runs whole. */
const isFirstTier = process.env.TIER === 'first'
type Options = TestProjectInlineConfiguration['test']

const WITH_DATABASES = { globalSetup: 'tests/support/provide-postgres.ts' }
const SETUP_OF_API = { setupFiles: ['tests/support/register-hooks.ts'] }
/** For files that share their modules: those with their own have the real argon2, and test its cost. */
const CHEAP_HASHES = { alias: { '@node-rs/argon2': `${ROOT}/tests/support/cheap-argon2.ts` } }

/**
 * Features that PgBouncer documents as missing: LISTEN, users that it was not given, pg_dump, a move. Plans are none of
 * its.
 */
const NOT_POOLED = [
  'tests/database/messages.test.ts',
  'tests/database/people-index.test.ts',
  'tests/database/backup.test.ts',
  'tests/database/backup-refusals.test.ts',
  'tests/database/move*.test.ts',
  'tests/api/plans.test.ts',
]

/**
 * Whether a test file mocks modules. The mocks would also hold in the next file, so such a file has modules of its
 * own. All other files share them, which spares a run some two hundred loads of the servers.
 */
const replacesModules = (file: string) => /vi\.mock\(/.test(textOf(file))

/**
 * Files that run on PostgreSQL behind PgBouncer, the API as two servers: those tagged `pooled`, which test statements that
 * are prepared, transactions, locks and broken connections, what a server keeps in memory, and what one server gave out and
 * another is shown. All others ask what one server decides within one transaction; `PGBOUNCER=all npm test -- --all` runs them through
 * it too. Empty on a machine without either; `npm test` names what is missing, and fails in CI.
 */
const filesBehindPgBouncer =
  !isFirstTier && pgbouncer.find() && findPostgresPrograms() ? listFilesBehindPgBouncer() : []

export default defineConfig({
  root: ROOT,
  test: {
    // Many wait for a database most of the time: more of them than a small machine has processors keep it busy.
    maxWorkers: Math.max(3, availableParallelism()),
    testTimeout: underLoad(20_000),
    hookTimeout: underLoad(20_000),
    setupFiles: ['tests/support/fixed-seed.ts'],
    tags: [
      { name: 'all', description: 'only `npm test -- --all` runs it' },
      { name: 'second-engine', description: 'ran on SQLite already (tests/support/databases.ts)' },
      { name: 'race', description: 'about a lock, or who comes first: on both databases in each tier' },
      { name: 'engine', description: 'about what the databases do differently: on both in each tier' },
      {
        name: 'pooled',
        description: 'PgBouncer, or a second API server that answers in turn, could make a difference',
      },
    ],
    projects: [
      ...area('domain'),
      ...area('machines'),
      ...area('screens'),
      ...area('house'),
      ...area('push', WITH_DATABASES),
      // Workbox as it is in the worker: it says much in development, to a browser's console.
      ...area('sw', { env: { NODE_ENV: 'production' } }),
      ...area('database', WITH_DATABASES),
      ...api(),
      ...throughPgBouncer(),
    ],
  },
})

/** Test files of this tier. */
function listFiles(pattern: string): string[] {
  const files = globSync(pattern, { cwd: ROOT })
  return isFirstTier ? files.filter((file) => !hasTag(file, 'all')) : files
}

/** A folder of tests/ is a project of its own: `vitest --project domain`. */
function area(name: string, options: Options = {}): TestProjectInlineConfiguration[] {
  return projects(name, listFiles(`tests/${name}/**/*.test.{ts,tsx}`), options)
}

/**
 * Tests of the API: `vitest --project 'api*'`. What runs behind PgBouncer with two servers need not run on PostgreSQL with one
 * as well, since that only takes away from what can go wrong: such files run here on SQLite alone.
 */
function api(): TestProjectInlineConfiguration[] {
  const files = listFiles('tests/api/**/*.test.ts')
  const pooled = process.env.PGBOUNCER === 'all' ? [] : files.filter((file) => filesBehindPgBouncer.includes(file))
  const others = files.filter((file) => !pooled.includes(file))
  const options = { ...WITH_DATABASES, ...SETUP_OF_API }
  return [
    ...projects('api', others, options, CHEAP_HASHES),
    ...projects('api, on SQLite', pooled, { ...options, provide: { postgresElsewhere: true } }, CHEAP_HASHES),
  ]
}

/** One project for the files that share their modules, and one more where some may not: `vitest --project 'api*'`. */
function projects(
  name: string,
  files: string[],
  options: Options,
  whereShared: Options = {},
): TestProjectInlineConfiguration[] {
  const own = files.filter(replacesModules)
  const shared = files.filter((file) => !own.includes(file))
  const project = (name: string, include: string[], more: Options): TestProjectInlineConfiguration => ({
    extends: true,
    test: { ...options, ...more, name, include },
  })
  return [
    ...(shared.length > 0 ? [project(name, shared, { ...whereShared, isolate: false })] : []),
    ...(own.length > 0 ? [project(`${name}, own modules`, own, { isolate: true })] : []),
  ]
}

function throughPgBouncer(): TestProjectInlineConfiguration[] {
  const globalSetup = [WITH_DATABASES.globalSetup, 'tests/support/provide-pgbouncer.ts']
  return projects('pgbouncer', filesBehindPgBouncer, { globalSetup, ...SETUP_OF_API }, CHEAP_HASHES)
}

function listFilesBehindPgBouncer(): string[] {
  return globSync('tests/{api,database}/**/*.test.ts', { cwd: ROOT, exclude: NOT_POOLED }).filter((file) => {
    const text = textOf(file)
    const asksPostgres = /describeOn(EachDatabase|Postgres)\(/.test(text)
    return asksPostgres && (process.env.PGBOUNCER === 'all' || hasTag(file, 'pooled'))
  })
}

function hasTag(file: string, tag: string): boolean {
  return new RegExp(`@module-tag ${tag}\\b`).test(textOf(file))
}

function textOf(file: string): string {
  return readFileSync(`${ROOT}/${file}`, 'utf8')
}
