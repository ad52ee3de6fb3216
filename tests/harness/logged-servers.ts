import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type KillableServer, makeKillableServer } from './killable-server.ts'
import { processorTime, residentMemory } from './process-figures.ts'
import { sum } from './statistics.ts'

export interface LoggedServers {
  ports: number[]
  /** of all of them, in seconds since they began */
  processorTime(): number
  /** of all of them, in kB */
  memory(): number
  /** lines of their logs of what nobody foresaw */
  unexpected(): string[]
  /** one more */
  add(env?: NodeJS.ProcessEnv): Promise<KillableServer>
  stop(): Promise<void>
}

/** So many API servers as they are in production, app and all, of which each writes a log. */
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
          // pino's 50 is an error.
          .filter((line) => /^\{"level":[56]0,/.test(line)),
      ),
    add: async (more = {}) => {
      const log = join(dataDir, `api-${servers.length}.log`)
      const server = await makeKillableServer({
        ...{ main: 'api-server/main.ts', databaseUrl, dataDir, log },
        env: { WEB_APP: process.env.WEB_APP, PUBLIC_URL: undefined, ...env, ...more },
        // Without an app that was built it is never ready, and no app is measured.
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
