import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Node's own server as a process of its own. */
export async function startBareServer() {
  const server = fork(new URL('bare-server.ts', import.meta.url), {
    execArgv: ['--import', './scripts/product/end-with-parent.ts'],
  })
  const [port] = await once(server, 'message')
  return {
    port: Number(port),
    pid: server.pid ?? 0,
    stop: async () => {
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}
