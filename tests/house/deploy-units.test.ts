import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig, settingNames } from '#server/config.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { bundleServers } from '../../scripts/build/server-bundle.ts'
import { systemdAnalyze } from '../../scripts/machine.ts'
import { makeMachine, readEnvironment, readUnit, renewFiles } from './deploy-files.ts'

const NODE = '/opt/wiskunde/current/node_modules/.bin/node'
const HAND_OVER = '/usr/local/sbin/hand-over-when-full'
/** Settings of Node itself, not of ours. */
const OF_NODE = ['NODE_COMPILE_CACHE']
/** Highest exposure out of 10. What remains: the units use the network, and V8 writes the code that it runs. */
const MOST_EXPOSED = 2
const units = globSync('deploy/{systemd,ha}/*.{service,timer}')
const dropIns = globSync('deploy/systemd/*.d/*.conf')
const services = units.filter((path) => path.endsWith('.service'))
const servers = services.filter((path) => path.startsWith('deploy/systemd/'))
const analyze = systemdAnalyze.find()
if (!analyze && process.env.CI === 'true') throw new Error('systemd-analyze is missing, and CI asks for every test.')
/** Without it reported as skipped. */
const testOfSystemd: typeof test.skip = analyze ? test : test.skip
/** What a release has in `servers`. */
const bundle = await bundleServers()
const known = (name: string) => settingNames.includes(name) || OF_NODE.includes(name)

test('the settings of the example are all known, and can be used', () => {
  const environment = readEnvironment(readFileSync('deploy/wiskunde.env', 'utf8'))
  expect(Object.keys(environment).filter((name) => !known(name))).toEqual([])
  expect(readConfig(environment)).toMatchObject({ demo: false, trustProxy: ['127.0.0.1'] })
})

describe('the units', () => {
  test.each(servers)(
    '%s starts what there is, as nobody in particular, and lets it do no more than it must',
    (path) => {
      const settings = readUnit(path).get('Service') ?? []
      const value = (name: string) => settings.find(([given]) => given === name)?.[1]
      const program = /(?:^|\/)node (?:--\S+ )?(\S+\.m?[jt]s)/.exec(value('ExecStart') ?? '')?.[1] ?? ''
      expect(existsSync(program.replace(/^servers\b/, bundle)), program).toBe(true)
      expect(Object.fromEntries(settings)).toMatchObject({
        User: 'wiskunde',
        NoNewPrivileges: 'yes',
        ProtectSystem: 'strict',
        CapabilityBoundingSet: '',
        UMask: '0077',
      })
      const files = settings.filter(([name]) => name === 'EnvironmentFile').map(([, value]) => value)
      const isMigration = path.endsWith('wiskunde-migrate.service')
      expect(files).toEqual(['/etc/wiskunde/wiskunde.env', ...(isMigration ? ['-/etc/wiskunde/owner.env'] : [])])
    },
  )

  test('take each secret that is a setting from systemd’s store, where a school put it there', () => {
    const secrets = settingNames.filter((name) => /^DATABASE_.*URL$|^SMTP_URL$|SECRET$/.test(name)).toSorted()
    expect(secrets.length).toBeGreaterThan(3)
    for (const path of servers.filter((path) => !path.endsWith('wiskunde-migrate.service'))) {
      const loaded = (readUnit(path).get('Service') ?? []).flatMap(([name, value]) =>
        name === 'LoadCredentialEncrypted' ? [value] : [],
      )
      expect(loaded.toSorted(), path).toEqual(secrets.map((name) => `${name}:wiskunde.${name}`))
    }
  })

  test('set nothing that no server reads', () => {
    const names = servers.flatMap((path) =>
      (readUnit(path).get('Service') ?? [])
        .filter(([name]) => name === 'Environment')
        .flatMap(([, value]) => value.split(' ').map((setting) => setting.split('=')[0] ?? '')),
    )
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => !known(name))).toEqual([])
  })

  test('leave a server the time to answer what was asked', () => {
    for (const path of servers.filter((path) => /api|push/.test(path)))
      expect(readUnit(path).get('Service')).toContainEqual(['TimeoutStopSec', '15'])
  })

  test('have the services that they depend on restart by themselves too', () => {
    expect(dropIns.map((path) => basename(dirname(path))).sort()).toEqual([
      'nginx.service.d',
      'pgbouncer.service.d',
      'postgresql@.service.d',
    ])
    for (const path of dropIns) expect(readUnit(path).get('Service')).toContainEqual(['Restart', 'on-failure'])
  })

  testOfSystemd('are understood by systemd', () => {
    const folder = mkdtempSync(join(tmpdir(), 'wiskunde-units-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const copies = units.map((path) => {
      const copy = join(folder, basename(path).replace('@', '@3000'))
      // The release is not installed here, and each instance is checked for itself.
      writeFileSync(copy, readFileSync(path, 'utf8').replaceAll(NODE, process.execPath).replace(HAND_OVER, '/bin/true'))
      return copy
    })
    // It reports every other unit on the machine too, and does not fail for a setting that it does not know.
    const { stderr } = spawnSync(analyze ?? '', ['verify', '--man=no', ...copies], { encoding: 'utf8' })
    const own = copies.map((copy) => basename(copy))
    expect(stderr.split('\n').filter((line) => own.some((name) => line.includes(name)))).toEqual([])
  })

  testOfSystemd('leave little open by systemd’s own measure', () => {
    const folder = mkdtempSync(join(tmpdir(), 'wiskunde-units-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const exposures = services.map((path) => {
      const copy = join(folder, basename(path).replace('@', '@3000'))
      writeFileSync(copy, readFileSync(path))
      const { stdout } = spawnSync(analyze ?? '', ['security', '--offline=true', copy], { encoding: 'utf8' })
      const exposure = /exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]
      return { path, exposure: Number(exposure ?? Number.NaN) }
    })
    expect(exposures.map(({ path }) => path)).toContain('deploy/ha/hand-over-when-full.service')
    expect(exposures.filter(({ exposure }) => !(exposure <= MOST_EXPOSED))).toEqual([])
  })
})

describe('an upgrade renews the machine’s files', () => {
  /** A release as it was before, and one after it in which each of these files says something more. */
  const releases = (changed: string[]) => {
    const [before, after] = [temporaryFolder(), temporaryFolder()]
    for (const release of [before, after]) cpSync('deploy', join(release, 'deploy'), { recursive: true })
    for (const path of changed) appendFileSync(join(after, 'deploy', path), '# of the release after\n')
    return { before, after }
  }
  const machine = (ports: string) => {
    const root = makeMachine(temporaryFolder())
    renewFiles(root, { ports })
    return { root, read: (path: string) => readFileSync(join(root, 'etc', path), 'utf8') }
  }

  test('with the host, the ports and the nginx of this machine', () => {
    const { root, read } = machine('3002')
    expect(read('nginx/wiskunde/site.conf').match(/server_name .*/g)).toEqual(
      Array(2).fill('server_name toetsen.school.nl;'),
    )
    expect(read('nginx/wiskunde/upstream.conf').match(/^server .*/gm)).toEqual(['server 127.0.0.1:3002 max_fails=0;'])
    expect(read('systemd/system/wiskunde-api@.service')).toBe(
      readFileSync('deploy/systemd/wiskunde-api@.service', 'utf8'),
    )
    expect(read('postgresql/17/main/conf.d/wiskunde.conf')).toBe(readFileSync('deploy/postgres/wiskunde.conf', 'utf8'))
    expect(existsSync(join(root, 'etc/prometheus'))).toBe(false)
  })

  test('and shows the difference; what somebody changed stays, and the new one lies beside it', () => {
    const { root, read } = machine('3000')
    const { before, after } = releases([
      'nginx/site.conf',
      'nginx/nginx.conf',
      'pgbouncer/pgbouncer.ini',
      'prometheus/alerts.yml',
    ])
    rmSync(join(after, 'deploy/systemd/wiskunde-migrate.service'))
    mkdirSync(join(root, 'etc/prometheus'))
    for (const name of ['alerts', 'prometheus', 'alertmanager'])
      cpSync(`deploy/prometheus/${name}.yml`, join(root, `etc/prometheus/${name}.yml`))
    for (const path of ['nginx/nginx.conf', 'prometheus/alertmanager.yml'])
      appendFileSync(join(root, 'etc', path), '# of this school\n')
    const said = renewFiles(root, { release: after, before, ports: '3000' })
    expect(said.match(/^(?:Vernieuwd|Weg|Nieuw|Hier gewijzigd)[^:]*: \S+/gm)).toEqual([
      expect.stringMatching('^Hier gewijzigd.*/nginx/nginx.conf'),
      expect.stringMatching('^Vernieuwd: .*/wiskunde/site.conf'),
      expect.stringMatching('^Vernieuwd: .*/pgbouncer.ini'),
      // Its target of the second API server was never taken out here.
      expect.stringMatching('^Vernieuwd: .*/alerts.yml'),
      expect.stringMatching('^Weg: .*/wiskunde-migrate.service'),
    ])
    expect(said.match(/^\+# of the release after$/gm)).toHaveLength(4)
    expect(read('nginx/wiskunde/site.conf')).toContain('toetsen.school.nl')
    expect(read('nginx/wiskunde/site.conf')).toContain('# of the release after')
    expect(read('nginx/nginx.conf')).not.toContain('# of the release after')
    expect(read('nginx/nginx.conf.wiskunde-new')).toContain('# of the release after')
    expect(read('prometheus/alertmanager.yml')).toContain('# of this school')
    expect(existsSync(join(root, 'etc/systemd/system/wiskunde-migrate.service'))).toBe(false)
    // Back to the release before: what it had is there again.
    renewFiles(root, { release: before, before: after, ports: '3000' })
    expect(read('nginx/wiskunde/site.conf')).not.toContain('# of the release after')
    expect(existsSync(join(root, 'etc/systemd/system/wiskunde-migrate.service'))).toBe(true)
  })
})
