import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type KillableServer, makeKillableServer } from './killable-server.ts'
import { processorTime, residentMemory } from './process-figures.ts'
import { sum } from './statistics.ts'

export interface LoggedServers {
  ports: number[]
  /** seconds of processor time that all servers used since they started */
  processorTime(): number
  /** kB of memory that all servers use */
  memory(): number
  /** lines about errors in the logs of all servers */
  unexpected(): string[]
  /** starts one more server */
  add(env?: NodeJS.ProcessEnv): Promise<KillableServer>
  stop(): Promise<void>
}

/** Starts this many API servers as in production, with the built app if there is one. Each writes its own log. */
export async function startLoggedApis(
  { url: databaseUrl, dataDir }: { url: string; dataDir: string },
  count: number,
  env: NodeJS.ProcessEnv = {},
): Promise<LoggedServers> {
  const servers: KillableServer[] = []
  const logs: string[] = []
  const ports: number[] = []
  const pids = () => servers.map((server) => server.program().pid)
  const logged: LoggedServers = {
    ports,
    processorTime: () => processorTime(pids()),
    memory: () => sum(pids(), residentMemory),
    unexpected: () =>
      logs.flatMap((log) =>
        readFileSync(log, 'utf8')
          .split('\n')
          // pino's levels 50 and 60 are errors.
          .filter((line) => /^\{"level":[56]0,/.test(line)),
      ),
    add: async (more = {}) => {
      const log = join(dataDir, `api-${servers.length}.log`)
      const server = await makeKillableServer({
        ...{ main: 'api-server/main.ts', databaseUrl, dataDir, log },
        env: { WEB_APP: process.env.WEB_APP, PUBLIC_URL: undefined, ...env, ...more },
        // A server without a built app is never ready, but it is live; the benches do not measure the app.
        health: 'live',
      })
      await server.start()
      servers.push(server)
      logs.push(log)
      ports.push(server.port)
      return server
    },
    stop: async () => {
      for (const server of servers) await server.stop()
    },
  }
  while (servers.length < count) await logged.add()
  return logged
}
