import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { untilLive } from '../../../scripts/product/server-process.ts'
import { PUSH_SERVER_FLAGS } from '../../../scripts/product/start-servers.ts'
import { freePort } from '../../support/free-port.ts'
import { residentMemory } from '../live/resident-memory.ts'
import type { AnsweringServices } from '../push/answering-services.ts'
import { processorTime } from './processor-time.ts'

const END_WITH_PARENT = ['--import', './scripts/product/end-with-parent.ts']

export interface StormServers {
  ports: number[]
  /** of the API servers, in seconds since they began */
  processorTime(): number
  /** of the API servers together, in kB */
  memory(): number
  /** lines of the API servers' logs of what nobody foresaw */
  unexpected(): string[]
  stop(): Promise<void>
}

/** So many API servers as they are in production, and a push server that knows these push services. */
export async function startStormServers(
  { url, folder, smtpUrl }: { url: string; folder: string; smtpUrl?: string | undefined },
  count: number,
  services: AnsweringServices,
): Promise<StormServers> {
  const servers = await Promise.all(
    Array.from({ length: count }, (_, index) => startApi({ url, folder, smtpUrl }, index)),
  )
  const push = fork(
    new URL('../push/pushing-process.ts', import.meta.url),
    [url, folder, services.ca, ...services.origins],
    { execArgv: [...END_WITH_PARENT, ...PUSH_SERVER_FLAGS] },
  )
  await once(push, 'message')
  return {
    ports: servers.map(({ port }) => port),
    processorTime: () => processorTime(servers.map(({ child }) => child.pid ?? 0)),
    memory: () => servers.reduce((total, { child }) => total + residentMemory(child.pid ?? 0), 0),
    unexpected: () => servers.flatMap(({ log }) => readFileSync(log, 'utf8').split('\n').filter(isUnexpected)),
    stop: async () => {
      for (const child of [push, ...servers.map(({ child }) => child)]) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
    },
  }
}

/** As it is in production, plus the settings of `env`. */
export async function startApi(
  { url, folder, smtpUrl, env }: { url: string; folder: string; smtpUrl?: string | undefined; env?: NodeJS.ProcessEnv },
  index: number,
) {
  const port = await freePort()
  const log = join(folder, `api-${index}.log`)
  const lines = openSync(log, 'a')
  const child = fork('api-server/main.ts', {
    execArgv: END_WITH_PARENT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: url,
      ...(smtpUrl && { SMTP_URL: smtpUrl }),
      ...env,
    },
    stdio: ['ignore', lines, 'inherit', 'ipc'],
  })
  closeSync(lines)
  await untilLive({ name: 'API-server', liveUrl: `http://127.0.0.1:${port}/health/live`, say: console.error }, child)
  return { child, port, log }
}

/** pino's 50 is an error. */
export const isUnexpected = (line: string) => /^\{"level":[56]0,/.test(line)
