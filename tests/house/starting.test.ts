import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { withPriority } from '#server/logging.ts'
import { eventually } from '#tests/support/eventually.ts'
import { freePort } from '#tests/support/free-port.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { untilDatabaseAnswers } from '../../scripts/product/prepare-database.ts'
import { refusePortsInUse } from '../../scripts/product/start-servers.ts'
import { failureText } from '../../scripts/product/terminal.ts'

const start = (settings: Record<string, string>) => refusePortsInUse(readConfig(settings))

test('two servers of ours are not given one port: the second would find the first one there, again and again', async () => {
  await expect(start({ PORT: '3001' })).rejects.toThrow('PUSH_PORT en PORT zijn allebei 3001')
  await expect(start({ METRICS_PORT: '3000' })).rejects.toThrow('METRICS_PORT en PORT zijn allebei 3000')
})

test('any free port may be asked for twice', async () => {
  await expect(start({ PORT: '0', PUSH_PORT: '0', METRICS_PORT: '0' })).resolves.toBeUndefined()
})

test('a database that does not answer is named at once, with its setting and without its password', async () => {
  const port = await freePort()
  const said: string[] = []
  const asked = untilDatabaseAnswers(
    `postgres://wiskunde:geheim@127.0.0.1:${port}/school`,
    (line) => said.push(line),
    2,
  )
  await expect(asked).rejects.toThrow(`postgres://wiskunde@127.0.0.1:${port}/school (DATABASE_URL) antwoordt niet`)
  expect(said).toEqual([
    expect.stringMatching(/^Wacht op de database, hoogstens 2 s: .*antwoordt niet: daar luistert niemand\.$/),
  ])
})

test('a program of the terminal says what is wrong in Dutch, whatever the system calls it', () => {
  const said = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      return failureText(error, 'Zo: …')
    }
    return 'nothing was wrong'
  }
  const full = new DatabaseSync(':memory:')
  full.exec('pragma max_page_count = 1')
  expect(said(() => full.exec('create table t (id integer)'))).toBe('De schijf is vol.')
  expect(said(() => writeFileSync('/dev/full', 'a'))).toBe('De schijf is vol.')
  expect(said(() => readFileSync('/dev/null/settings'))).toBe('Dit is geen map: /dev/null/settings.')
  expect(said(() => new DatabaseSync('/nowhere/app.db'))).toMatch(
    /^Het bestand van de database kan niet worden geopend/,
  )
  expect(said(() => parseArgs({ args: ['--all'], options: {} }))).toBe('Zo: …')
  const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: '/etc/wiskunde' })
  expect(failureText(refused)).toBe('Hier mag deze gebruiker niet bij: /etc/wiskunde.')
})

test.each(['api-server', 'push-server'])(
  'the %s says in one line which setting or port cannot be used',
  async (server) => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    onTestFinished(() => void taken.close())
    const port = String((taken.address() as AddressInfo).port)
    const dataDir = mkdtempSync(join(tmpdir(), 'wiskunde-start-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const started = (settings: NodeJS.ProcessEnv) =>
      spawnSync(process.execPath, [`${server}/main.ts`], {
        env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: 'sqlite::memory:', ...settings },
        encoding: 'utf8',
      })
    const lines = ({ stderr }: { stderr: string }) => stderr.split('\n').filter((line) => line && !line.startsWith('{'))

    const wrong = started({ PORT: 'http', HOST: '127.0.0.1' })
    expect(lines(wrong)).toEqual([
      expect.stringMatching(
        /^Deze instellingen kunnen niet gebruikt worden: PORT: moet een geheel getal van 0 tot en met 65535 zijn$/,
      ),
    ])
    expect(wrong.status).toBe(1)
    const busy = started({ PORT: port, PUSH_PORT: port })
    expect(lines(busy)).toEqual([expect.stringContaining(`Poort ${port} is al in gebruik`)])
    expect(busy.status).toBe(1)
  },
)

test('a server keeps what Node compiled, though it is killed', async () => {
  const folder = temporaryFolder()
  const ports = { PORT: '0', PUSH_PORT: '0', DATA_DIR: folder, DATABASE_URL: `sqlite:${folder}/app.db` }
  const child = spawn(process.execPath, ['api-server/main.ts'], {
    env: {
      ...process.env,
      ...ports,
      NODE_ENV: 'production',
      WEB_APP: 'none',
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      // From its sources: each is an entry of the cache.
      NODE_OPTIONS: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('Server listening')) break
  await eventually(() => expect(globSync(join(folder, 'compiled/*/*')).length).toBeGreaterThan(100))
  expect(child.exitCode).toBeNull()
})

test('what somebody should look at has its priority in the journal of systemd', () => {
  const { stderr } = spawnSync(process.execPath, ['api-server/main.ts'], {
    env: { ...process.env, PORT: 'http', JOURNAL_STREAM: '8:1' },
    encoding: 'utf8',
  })
  expect(stderr).toMatch(/^<2>Deze instellingen kunnen niet gebruikt worden/)
  expect(withPriority('{"level":50,"msg":"unavailable"}\n')).toBe('<3>{"level":50,"msg":"unavailable"}\n')
  expect(withPriority('{"level":30,"msg":"closing"}\n')).toBe('<6>{"level":30,"msg":"closing"}\n')
})
