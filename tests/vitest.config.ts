import { globSync, readFileSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { pgbouncer } from '../scripts/machine/programs.ts'
import { findPostgresPrograms } from './support/postgres-cluster.ts'

const ROOT = `${import.meta.dirname}/..`
const WITH_DATABASES = { globalSetup: 'tests/support/provide-postgres.ts' }

/** What PgBouncer cannot do, and is documented for: LISTEN, and users that it was not told of. */
const NOT_POOLED = ['tests/database/messages.test.ts', 'tests/database/people-index.test.ts']

export default defineConfig({
  root: ROOT,
  test: {
    projects: [
      area('domain'),
      area('machines'),
      area('screens'),
      area('house'),
      area('push', WITH_DATABASES),
      // Workbox as it is in the worker: it says much in development, to a browser's console.
      area('sw', { env: { NODE_ENV: 'production' } }),
      area('database', WITH_DATABASES),
      area('api', WITH_DATABASES),
      ...throughPgBouncer(),
    ],
  },
})

/** A folder of tests/ is a project of its own: `vitest --project api`. */
function area(name: string, options: TestProjectInlineConfiguration['test'] = {}): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...options } }
}

/**
 * The databases and the API once more, the API as two servers, on PostgreSQL behind PgBouncer: each file that asks it. A
 * machine without either has no such project; `npm test` names what is missing, and fails in CI.
 */
function throughPgBouncer(): TestProjectInlineConfiguration[] {
  if (!pgbouncer.find() || !findPostgresPrograms()) return []
  const asksPostgres = (file: string) =>
    /describeOn(EachDatabase|Postgres)\(/.test(readFileSync(`${ROOT}/${file}`, 'utf8'))
  const files = globSync('tests/{api,database}/**/*.test.ts', { cwd: ROOT, exclude: NOT_POOLED }).filter(asksPostgres)
  const globalSetup = [WITH_DATABASES.globalSetup, 'tests/support/provide-pgbouncer.ts']
  return [area('pgbouncer', { include: files, globalSetup })]
}
