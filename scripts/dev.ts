import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readConfig } from '#server/config.ts'
import { prepareDatabase, readDemoAccounts } from './product/prepare-database.ts'
import { provideSchool } from './product/provide-school.ts'
import { refusePortsInUse } from './product/start-servers.ts'
import { ROOT } from './root.ts'
import { spawnTool } from './tool.ts'

/**
 * `npm run dev`: runs Vite with reload for the app and both servers, each restarted when one of its files is saved. With `--
 * --sso` it also runs a school's login provider. Browsers use Vite's address.
 */
const school = await provideSchool('http://localhost:5173')
const config = readConfig(process.env)
await refusePortsInUse(config)
await prepareDatabase(config)
console.log(readDemoAccounts(config.dataDir))

const watch = (main: string) =>
  spawn(process.execPath, ['--watch', '--watch-preserve-output', main], {
    cwd: ROOT,
    stdio: 'inherit',
    // Vite serves the app.
    env: { ...process.env, WEB_APP: 'none' },
  })
const programs = [
  watch('api-server/main.ts'),
  watch('push-server/main.ts'),
  spawnTool('vite', [], { stdio: 'inherit' }),
  ...(school ? [school] : []),
]

const end = () => programs.map((program) => program.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end)
// If one program ends by itself (for example Vite on a port in use), the others are stopped too.
await Promise.race(programs.map((program) => once(program, 'exit')))
end()
