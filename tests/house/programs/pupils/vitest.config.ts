import { defineConfig } from 'vitest/config'

/** A school of failures for the runner of `npm test`: see test-runner.test.ts. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    projects: [{ extends: true, test: { name: 'pupils', include: [process.env.PUPILS ?? '*.pupil.ts'] } }],
  },
})
