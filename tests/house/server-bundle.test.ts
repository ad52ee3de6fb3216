import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { bundleServers, preloadOf } from '../../scripts/build/server-bundle.ts'

const TIMEOUT_MS = underLoad(60_000)

/** Starts the API server where it cannot keep its keys, and gives the places in its stack trace, and the modules that it loaded. */
function failToStart({ main = 'api-server/main.ts', nodeOptions = '', root = process.cwd() }) {
  const folder = temporaryFolder()
  const [DATA_DIR, LOADED_MODULES] = [join(folder, 'no-folder'), join(folder, 'loaded')]
  writeFileSync(DATA_DIR, '')
  const args = ['--import', './tests/api/support/record-modules.ts', main]
  const env = { ...process.env, NODE_OPTIONS: nodeOptions, DATA_DIR, LOADED_MODULES, DATABASE_URL: 'sqlite::memory:' }
  const { stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  const named = stderr.split(`${pathToFileURL(root)}/`).slice(1)
  const places = named.flatMap((text) => /^(?:api-server|server)\/[\w-]+\.ts:\d+:\d+/.exec(text) ?? [])
  const loaded = readFileSync(LOADED_MODULES, 'utf8').split('\n')
  return { places, own: loaded.filter((url) => !url.includes('/node_modules/')) }
}

test(
  'a server that runs from the bundle names in a stack trace the places of the sources, none of which it loaded',
  async () => {
    const source = failToStart({})
    expect(source.places.length).toBeGreaterThan(2)
    expect(source.own.length).toBeGreaterThan(100)
    const bundle = await bundleServers()
    const bundled = failToStart({ nodeOptions: `--import=${preloadOf(bundle)}` })
    expect(bundled.places).toEqual(source.places)
    expect(bundled.own.filter((url) => url.startsWith('file:'))).toEqual([])
    expect(failToStart({ main: join(bundle, 'api-server.mjs') })).toMatchObject({ places: source.places })
  },
  TIMEOUT_MS,
)

test(
  'a bundle that was moved, as a release is, names the places of the sources where it now lies',
  async () => {
    const { places } = failToStart({})
    const root = temporaryFolder()
    // As deep in its folder as before.
    const moved = join(root, 'some/where/else/bundle')
    mkdirSync(join(root, 'some/where/else'), { recursive: true })
    cpSync(await bundleServers(), moved, { recursive: true })
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'))
    expect(failToStart({ main: join(moved, 'api-server.mjs'), root }).places).toEqual(places)
  },
  TIMEOUT_MS,
)

test(
  'the bundle is ASCII, of which Node keeps one byte a sign',
  async () => {
    const chunks = globSync(join(await bundleServers(), '*.mjs'))
    expect(chunks.length).toBeGreaterThan(5)
    expect(
      chunks.filter((path) => /[^\0-\x7f]/.test(readFileSync(path, 'utf8'))).map((path) => basename(path)),
    ).toEqual([])
  },
  TIMEOUT_MS,
)
