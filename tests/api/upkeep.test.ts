import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer as createWebServer } from 'node:http'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { measureReplication } from '#server/database-metrics.ts'
import { LAST_BACKUP, measureUpkeep } from '#server/upkeep-metrics.ts'
import { makeCertificate } from '../support/push/certificate.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

async function pageOf(measure: (registry: Registry) => void) {
  const registry = new Registry()
  measure(registry)
  return async (name: string) =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith(name) && !line.startsWith('#'))
}

test('a page shows each disk, the last backup, and leaves out a folder that is not there', async () => {
  const dataDir = temporaryFolder()
  const other = temporaryFolder()
  const lines = await pageOf((registry) =>
    measureUpkeep(registry, {
      dataDir,
      databaseUrl: `sqlite:${other}/app.db`,
      watchDisks: [other, '/is/not/there'],
      publicUrl: 'http://localhost',
      clock: Date.now,
    }),
  )
  for (const name of ['disk_free_bytes', 'disk_size_bytes'])
    expect(await lines(name)).toEqual(
      [dataDir, other].map((folder) =>
        expect.stringMatching(new RegExp(`^${name}\\{folder="${folder}"\\} [1-9]\\d{6,}$`)),
      ),
    )
  expect(await lines('certificate')).toEqual([])
  expect(await lines('backup')).toEqual(['backup_last_success_timestamp_seconds 0'])
  writeFileSync(join(dataDir, LAST_BACKUP), '2026-11-23T03:00:00.000Z\n')
  expect(await lines('backup')).toEqual([`backup_last_success_timestamp_seconds ${Date.UTC(2026, 10, 23, 3) / 1_000}`])
})

test('the certificate is the one that people are shown, and none seen is 0', async () => {
  const { key, cert } = makeCertificate()
  const server = createServer({ key, cert }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  let now = Date.now()
  const lines = await pageOf((registry) =>
    measureUpkeep(registry, {
      dataDir: '/',
      databaseUrl: 'postgres://',
      watchDisks: [],
      publicUrl: `https://localhost:${address.port}`,
      clock: () => now,
    }),
  )
  const [line = ''] = await lines('certificate_expiry')
  expect(Number(line.split(' ')[1])).toBeGreaterThan(Date.now() / 1_000)
  server.close()
  expect(await lines('certificate_expiry')).toEqual([line])
  now += 3_600_000
  expect(await lines('certificate_expiry')).toEqual(['certificate_expiry_timestamp_seconds 0'])
})

test('the public address is asked each minute, and is down when nothing or an error answers', async () => {
  const asked: (string | undefined)[] = []
  let status = 200
  const server = createWebServer(({ url }, response) => {
    asked.push(url)
    response.writeHead(status).end()
  }).listen(0)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  let now = Date.now()
  const linesAt = (host: string) =>
    pageOf((registry) =>
      measureUpkeep(registry, {
        dataDir: '/',
        databaseUrl: 'postgres://',
        watchDisks: [],
        publicUrl: `http://${host}:${address.port}`,
        clock: () => now,
      }),
    )
  for (const own of ['localhost', '127.0.0.1', '[::1]']) expect(await (await linesAt(own))('public_')).toEqual([])
  // Reaches this machine, and is no address of its own to the eye.
  const lines = await linesAt('0.0.0.0')
  expect(await lines('public_url_up')).toEqual(['public_url_up 1'])
  status = 502
  expect(await lines('public_url_up')).toEqual(['public_url_up 1'])
  now += 60_000
  expect(await lines('public_url_up')).toEqual(['public_url_up 0'])
  expect(asked).toEqual(['/health/live', '/health/live'])
  status = 200
  now += 60_000
  expect(await lines('public_url_up')).toEqual(['public_url_up 1'])
  server.close()
  server.closeAllConnections()
  now += 60_000
  expect(await lines('public_url_up')).toEqual(['public_url_up 0'])
})

test('the clock is as the machine says it is, and there is no figure where it does not say', async () => {
  const programs = temporaryFolder()
  const { PATH } = process.env
  onTestFinished(() => void Object.assign(process.env, { PATH }))
  process.env.PATH = programs
  let now = Date.now()
  const lines = await pageOf((registry) =>
    measureUpkeep(registry, {
      dataDir: '/',
      databaseUrl: 'postgres://',
      watchDisks: [],
      publicUrl: 'http://localhost',
      clock: () => now,
    }),
  )
  const said = async (answer: string) => {
    writeFileSync(
      join(programs, 'timedatectl'),
      `#!/bin/sh\n[ "$*" = 'show --property=NTPSynchronized --value' ] && ${answer}\n`,
      {
        mode: 0o755,
      },
    )
    now += 60_000
    return lines('clock_')
  }
  expect(await lines('clock_')).toEqual([])
  expect(await said('echo yes')).toEqual(['clock_synchronised 1'])
  expect(await said('echo no')).toEqual(['clock_synchronised 0'])
  expect(await said('exit 1')).toEqual([])
  expect(await said('echo yes')).toEqual(['clock_synchronised 1'])
})

test('standbys are shown by state, and that there is none', async () => {
  let standbys: Parameters<typeof measureReplication>[1] extends { listStandbys(): Promise<infer List> }
    ? List
    : never = []
  const lines = await pageOf((registry) =>
    measureReplication(registry, { isRemote: true, listStandbys: async () => standbys }),
  )
  expect(await lines('postgres_')).toEqual(['postgres_standbys{state="streaming"} 0'])
  standbys = [
    { name: 'two', state: 'streaming', lag: 8_192 },
    { name: 'three', state: null, lag: null },
  ]
  expect(await lines('postgres_')).toEqual([
    'postgres_standbys{state="streaming"} 1',
    'postgres_standbys{state="hidden"} 1',
    'postgres_standby_lag_bytes{standby="two"} 8192',
  ])
})
