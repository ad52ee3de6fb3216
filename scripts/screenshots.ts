import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '#server/config.ts'
import { buildWhenStale } from './build/app-build.ts'
import { chromium } from './machine.ts'
import { prepareDatabase } from './product/prepare-database.ts'
import { refusePortsInUse, startServers } from './product/start-servers.ts'
import { takePictures } from './screenshots/take-pictures.ts'

/**
 * `npm run screenshots`: takes pictures of the product with a fresh demo school, for the README and docs/screens. `npm run
 * screenshots -- --all --to DIR` takes every screen and state at every width instead, and checks each with axe; names of walks
 * after it limit it to those walks.
 */
const PORT = '3900'
const PUSH_PORT = '3901'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, to: { type: 'string' } },
})
if (values.all !== (values.to !== undefined))
  throw new Error('Hundreds of pictures belong outside the repository: --all --to DIR.')
const browser = chromium.find()
if (!browser) throw new Error('Chromium is missing: npm test says how to get it.')
const dataDir = await mkdtemp(join(tmpdir(), 'wiskunde-screens-'))
const password = 'krijtbord-passer-9'
// The servers read their settings from the environment that they inherit.
Object.assign(process.env, { PORT, PUSH_PORT, DATA_DIR: dataDir, DEMO: '1', DEMO_PASSWORD: password })
const config = readConfig(process.env)
await refusePortsInUse(config)
await buildWhenStale(() => console.log('Building the app…'))
await prepareDatabase(config)
const servers = await startServers(config)
try {
  await takePictures({ browser, url: config.publicUrl, password, dataDir, walks: positionals, everythingTo: values.to })
} finally {
  await servers.stop()
  await rm(dataDir, { recursive: true, force: true })
}
