import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { underLoad } from '#tests/support/under-load.ts'
import { bundleServers } from '../../scripts/build/server-bundle.ts'

/** Starts the API server where it cannot keep its keys, and gives the places in its stack trace, and the modules that it loaded. */
function failToStart(nodeOptions: string) {
  const folder = temporaryFolder()
  const [DATA_DIR, LOADED_MODULES] = [join(folder, 'no-folder'), join(folder, 'loaded')]
  writeFileSync(DATA_DIR, '')
  const args = ['--import', './tests/api/support/record-modules.ts', 'api-server/main.ts']
  const env = { ...process.env, NODE_OPTIONS: nodeOptions, DATA_DIR, LOADED_MODULES, DATABASE_URL: 'sqlite::memory:' }
  const { stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  const places = stderr.matchAll(/\/((?:api-server|server)\/[\w-]+\.ts:\d+:\d+)/g)
  const loaded = readFileSync(LOADED_MODULES, 'utf8').split('\n')
  return { places: [...places].map(([, place]) => place), own: loaded.filter((url) => !url.includes('/node_modules/')) }
}

test(
  'a server that runs from the bundle names in a stack trace the places of the sources, none of which it loaded',
  async () => {
    const source = failToStart('')
    expect(source.places.length).toBeGreaterThan(2)
    expect(source.own.length).toBeGreaterThan(100)
    const bundled = failToStart(`--import=${await bundleServers()}`)
    expect(bundled.places).toEqual(source.places)
    expect(bundled.own.filter((url) => url.startsWith('file:'))).toEqual([])
  },
  underLoad(60_000),
)
