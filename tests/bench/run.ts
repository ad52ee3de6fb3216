import { parseArgs } from 'node:util'
import { benchApi } from './api/api-bench.ts'
import { benchEnroll } from './enroll/enroll-bench.ts'
import { benchLive } from './live/live-bench.ts'
import { benchLogin } from './login/login-bench.ts'
import { benchOffline } from './offline/offline-bench.ts'
import { benchPush } from './push/push-bench.ts'
import { type BenchRow, printRows } from './result-table.ts'
import { benchWeb } from './web/web-bench.ts'

/** `npm run bench api`, `enroll`, `live`, `login`, `offline`, `push` or `web`, with `-- --json` for figures that a program reads. */
const benches: Record<string, () => Promise<BenchRow[]>> = {
  api: benchApi,
  enroll: benchEnroll,
  live: benchLive,
  login: benchLogin,
  offline: benchOffline,
  push: benchPush,
  web: benchWeb,
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean' } } })
const bench = benches[positionals[0] ?? '']
if (!bench) {
  console.error(`Usage: npm run bench ${Object.keys(benches).join('|')} [-- --json]`)
  process.exit(2)
}
printRows(await bench(), values.json ?? false)
