import { readConfig } from '#server/config.ts'
import { buildWhenStale } from './build/app-build.ts'
import { bundleServers, keepBundle } from './build/server-bundle.ts'
import { prepareDatabase, readDemoAccounts } from './product/prepare-database.ts'
import { provideSchool } from './product/provide-school.ts'
import { presumePublicUrl } from './product/public-url.ts'
import { whenNpmEnds } from './product/server-process.ts'
import { startTexts as texts } from './product/start.texts.ts'
import { refusePortsInUse, startServers } from './product/start-servers.ts'
import { printFailure } from './product/terminal.ts'

/**
 * `npm start`: builds the app and bundles the servers when needed, prepares the database, and runs both servers until it is stopped. With `-- --sso` it
 * also runs a school's login provider.
 */
try {
  await provideSchool(presumePublicUrl())
  const config = readConfig(process.env)
  await refusePortsInUse(config)
  const building = buildWhenStale(() => console.log(texts.building))
  const [bundle] = await Promise.all([bundleServers(), building])
  await prepareDatabase(config)
  const servers = await startServers(config, bundle)
  keepBundle(bundle)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await servers.stop()
    process.exit(0)
  }
  // One Ctrl+C arrives several times: from the terminal, npm and the launcher.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  whenNpmEnds(stop)

  console.log(texts.ready(config.publicUrl))
  console.log(`${readDemoAccounts(config.dataDir)}\n${texts.howToStop}`)
} catch (error) {
  printFailure(error)
  process.exit(1)
}
