import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
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

test.each([
  ['patroni 3.0.2', 1],
  ['patroni 4.0.7', 0],
  ['patroni 10.1.0', 0],
  ['', 1],
])('a machine with %j is refused where it would lose what was acknowledged', (version, status) => {
  const folder = scratchFolder()
  writeFileSync(join(folder, 'patroni'), `#!/bin/sh\necho '${version}'\n`, { mode: 0o755 })
  const env = { PATH: `${folder}:${process.env.PATH}` }
  const ended = spawnSync('sh', ['deploy/ha/refuse-old-patroni'], { env, encoding: 'utf8' })
  expect(ended.status).toBe(status)
  expect(ended.stderr.split('\n')).toHaveLength(status + 1)
})

test('etcd, Patroni, HAProxy and the machines agree on who is where', () => {
  const addresses = readFileSync('deploy/ha/hosts', 'utf8').matchAll(/^(10\S+) (\w+)$/gm)
  const [haproxy, patroni] = ['haproxy.cfg', 'patroni.yml'].map((name) => readFileSync(`deploy/ha/${name}`, 'utf8'))
  const etcd = readFileSync('deploy/ha/etcd.service.d/cluster.conf', 'utf8')
  const names = [...addresses].map(([, address, name]) => {
    expect(patroni).toContain(`${name}:2379`)
    expect(patroni).toContain(`${address}/32`)
    expect(etcd).toContain(`${name}=http://${name}:2380`)
    if (name !== 'three') expect(haproxy).toContain(`server ${name} ${address}:5432`)
    return name
  })
  expect(names).toEqual(['one', 'two', 'three'])
})

/** Patroni says so itself, and then starts with other values. */
test('a primary is given up only once Patroni had time to check it twice', () => {
  const text = readFileSync('deploy/ha/patroni.yml', 'utf8')
  const [ttl = 0, loop = 0, retry = 0] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) =>
    Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(text)?.[1]),
  )
  expect(ttl).toBeGreaterThanOrEqual(loop + 2 * retry)
  expect(text).toMatch(/^ +synchronous_mode: true$/m)
})
