import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface BenchServerProcess {
  port: number
  pid: number
  stop(): Promise<void>
}

/** Starts the API server with the bench's own routes as a process of its own. */
export async function startBenchServer(databaseUrl: string, dataDir: string): Promise<BenchServerProcess> {
  const env = { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  const server = fork(new URL('bench-server.ts', import.meta.url), {
    execArgv: ['--import', './scripts/product/end-with-parent.ts'],
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(server, 'exit')
  const [message] = await Promise.race([
    once(server, 'message'),
    ended.then(() => Promise.reject(new Error('The bench server did not start.'))),
  ])
  return {
    port: Number(message),
    pid: server.pid ?? 0,
    stop: async () => {
      server.kill('SIGTERM')
      await ended
    },
  }
}
