import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readConfig } from '#server/config.ts'
import { prepareDatabase, readDemoAccounts } from './product/prepare-database.ts'
import { provideSchool } from './product/provide-school.ts'
import { refusePortsInUse } from './product/start-servers.ts'
import { ROOT } from './root.ts'
import { spawnTool } from './tool.ts'

/**
 * `npm run dev`: Vite with reload for the app, and both servers, each restarted when a file of theirs is saved; with
 * `-- --sso` a school to log in by too. Browsers call it as Vite does.
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
// One that ends by itself (Vite on a port in use) leaves nothing worth running.
await Promise.race(programs.map((program) => once(program, 'exit')))
end()
