import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const WITH_DATABASES = { globalSetup: 'tests/support/provide-postgres.ts' }

export default defineConfig({
  root: `${import.meta.dirname}/..`,
  test: {
    projects: [
      area('domain'),
      area('machines'),
      area('screens'),
      area('house'),
      area('push'),
      area('database', WITH_DATABASES),
      area('api', WITH_DATABASES),
    ],
  },
})

/** A folder of tests/ is a project of its own: `vitest --project api`. */
function area(name: string, options: TestProjectInlineConfiguration['test'] = {}): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include: [`tests/${name}/**/*.test.{ts,tsx}`], ...options } }
}
