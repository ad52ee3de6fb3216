import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { startPgBouncer } from '#tests/support/pgbouncer.ts'
import { findPostgresPrograms } from '#tests/support/postgres-cluster.ts'
import { scratchFolder } from '#tests/support/scratch-folder.ts'
import { pgbouncer } from '../../scripts/machine.ts'

const programs = findPostgresPrograms()

test.runIf(programs)('PostgreSQL understands each of its settings', () => {
  const file = resolve('deploy/postgres/wiskunde.conf')
  const ask = (name: string) => {
    const args = ['-C', name, '-D', scratchFolder(), '-c', `config_file=${file}`]
    return execFileSync(join(programs ?? '', 'postgres'), args, { encoding: 'utf8', stdio: 'pipe' }).trim()
  }
  // ms. The servers give up on a transaction after 900.
  expect(Number(ask('deadlock_timeout'))).toBeLessThan(450)
  expect(ask('synchronous_commit')).toBe('on')
})

test.runIf(pgbouncer.find())(
  'PgBouncer starts by its settings, and hands out a session for a transaction',
  async () => {
    const text = readFileSync('deploy/pgbouncer/pgbouncer.ini', 'utf8')
    expect(text).toMatch(/^pool_mode = transaction$/m)
    const { stop } = await startPgBouncer(pgbouncer.find() ?? '', 'postgres://127.0.0.1:1/', (_, port) =>
      text
        .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
        .replace(/^(auth_type|auth_file) = .*$/gm, '')
        .concat('auth_type = any\n'),
    )
    await stop()
  },
)
