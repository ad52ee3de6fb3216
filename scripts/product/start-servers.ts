import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { startTexts as texts } from './start.texts.ts'

type Ports = Pick<Config, 'host' | 'port' | 'pushPort' | 'metrics'>

/** Throws, in one clear line, if another program uses one of the ports or two of our settings name the same port. */
export async function refusePortsInUse({ host, port, pushPort, metrics }: Ports): Promise<void> {
  const ports = Object.entries({ PORT: port, PUSH_PORT: pushPort })
  const all = [...ports, ...Object.entries({ METRICS_PORT: metrics.port, PUSH_METRICS_PORT: metrics.pushPort })]
  for (const [place, [setting, number]] of all.entries()) {
    const other = number ? all.slice(0, place).find(([, earlier]) => earlier === number) : undefined
    if (number && other) throw new Error(texts.portGivenTwice({ setting, other: other[0], port: number }))
  }
  for (const [setting, number] of ports) {
    if (await isFree(host, number)) continue
    throw new Error(texts.portInUse(setting, number))
  }
}

/** Limits Node's young generation: without it thousands of pushes leave 50 MB more garbage, to save 3 % processor time. */
export const PUSH_SERVER_FLAGS = ['--max-semi-space-size=4']

/** Starts the API server and the push server of this bundle side by side; both answer when this resolves. */
export async function startServers(config: Config, bundle: string): Promise<ServerProcess> {
  const env = { NODE_COMPILE_CACHE: join(bundle, 'compiled'), ...process.env, DATA_DIR: config.dataDir }
  const say = (line: string) => console.error(line)
  const at = (port: number) => `http://${reachable(config.host)}:${port}/health/live`
  const servers = await Promise.all([
    startServer({ name: 'API-server', main: join(bundle, 'api-server.mjs'), liveUrl: at(config.port), env, say }),
    startServer({
      name: 'pushserver',
      main: join(bundle, 'push-server.mjs'),
      flags: PUSH_SERVER_FLAGS,
      liveUrl: at(config.pushPort),
      env,
      say,
    }),
  ])
  return {
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

/** An address that can be called, also for a server that listens on all addresses. */
const reachable = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

/** Whether a server can listen there now. Throws refusals other than 'in use' (no permission, unknown host). */
export async function isFree(host: string, port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen({ host, port })
    await once(probe, 'listening')
    probe.close()
    await once(probe, 'close')
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  }
}
