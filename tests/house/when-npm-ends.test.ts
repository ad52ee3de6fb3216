import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

const program = join(import.meta.dirname, 'programs/started-by-npm.ts')

test('a script that npm started ends when a signal has ended npm’s shell, which passes none on', async () => {
  // `; true` keeps the shell from becoming the program.
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${program}"; true`], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: shell.stdout })
  const [said] = await once(lines, 'line')
  expect(said).toBe('started')
  shell.kill('SIGTERM')
  expect(await once(lines, 'line')).toEqual(['ended'])
})
