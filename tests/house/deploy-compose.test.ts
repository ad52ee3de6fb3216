import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig, settingNames } from '#server/config.ts'
import { bundleServers } from '../../scripts/build/server-bundle.ts'
import { readEnvironment } from './deploy-files.ts'

const FOLDER = 'deploy/compose'
const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      network_mode: z.string().optional(),
      ports: z.array(z.string()).optional(),
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      volumes: z.array(z.string()).optional(),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
      build: z.object({ target: z.string() }).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
})
const text = readFileSync(join(FOLDER, 'compose.yaml'), 'utf8')
const { services, volumes } = composeSchema.parse(parse(text, { strict: true, merge: true }))
const dockerfile = readFileSync(join(FOLDER, 'Dockerfile'), 'utf8')
const ours = Object.entries(services).filter(([, { image }]) => image === 'wiskunde-inschrijven')
const example = readEnvironment(readFileSync(join(FOLDER, 'example.env'), 'utf8'))
const filledIn = (value: string) => value.replace(/\$\{(\w+)(:[?-])?\}/g, (_, name: string) => example[name] ?? '')

/** What an image has in `servers`. */
const bundle = await bundleServers()

test('each of our services runs what there is, by settings that can be used', () => {
  expect(ours.map(([name]) => name).sort()).toEqual(['api-1', 'api-2', 'backup', 'migrate', 'push'])
  for (const [name, { command = [], environment = {} }] of ours) {
    const program = /\S+\.m?[jt]s/.exec(command.join(' '))?.[0] ?? ''
    expect(existsSync(program.replace(/^servers\b/, bundle)), `${name}: ${program}`).toBe(true)
    const unknown = Object.keys(environment).filter((setting) => !settingNames.includes(setting))
    expect(unknown).toEqual(['NODE_COMPILE_CACHE'])
    const values = Object.entries(environment).map(([setting, value]) => [setting, filledIn(value)])
    expect(readConfig(Object.fromEntries(values))).toMatchObject({ demo: false, dataDir: '/data' })
  }
})

/** Fixed by the image, or of no use in it: it sees one disk, and is no demo. */
const NOT_IN_CONTAINERS = 'HOST METRICS_HOST WEB_APP WATCH_DISKS PUSH_TEST_ORIGIN DEMO DEMO_PASSWORD'.split(' ')

test('what can be set on a machine can be set in containers', () => {
  const set = ours.flatMap(([, { environment = {} }]) => Object.keys(environment))
  expect(settingNames.filter((name) => !set.includes(name)).sort()).toEqual(NOT_IN_CONTAINERS.sort())
})

test('nothing but the web server is reached from outside', () => {
  const { machine, ...others } = services
  expect(machine?.ports).toEqual(['80:80', '443:443'])
  for (const [name, { network_mode, ports }] of Object.entries(others))
    expect([name, network_mode, ports]).toEqual([name, 'service:machine', undefined])
})

test('what is mounted, waited for and built is there', () => {
  for (const { volumes: mounted = [], depends_on = [], build } of Object.values(services)) {
    for (const volume of mounted) {
      const [source = ''] = volume.split(':')
      if (source.startsWith('..')) expect(existsSync(join(FOLDER, source)), source).toBe(true)
      else if (!source.startsWith('$')) expect(volumes).toHaveProperty(source)
    }
    for (const name of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on))
      expect(services).toHaveProperty(name)
    if (build) expect(dockerfile).toContain(` AS ${build.target}\n`)
  }
})

test('what has to be chosen is in the example', () => {
  const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '')
  expect([...new Set(asked)].sort()).toEqual(Object.keys(example).sort())
})

test('the image takes along every folder that the servers read, and none that is not there', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(?:(\S+) )+\S+$/gm)].map(([, source]) => source ?? '')
  for (const source of copied) expect(existsSync(source), source).toBe(true)
  expect(copied).toEqual(
    expect.arrayContaining(['domain', 'contract', 'database', 'server', 'api-server', 'push-server', 'scripts']),
  )
})
