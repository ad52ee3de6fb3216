import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { residentMemory } from '../live/resident-memory.ts'

/** What starting a server took, and what it holds once nothing is asked of it. */
export interface Start {
  /** from the call of the program until it listens */
  ms: number
  /** kB */
  idle: number
}

/** After this nothing is done any more that starting set off (ms). */
const SETTLED = 2_000

/** Starts the program, and ends it again. `env` is added to the environment. */
export async function startOnce(program: string, env: NodeJS.ProcessEnv): Promise<Start> {
  const began = performance.now()
  const server = spawn(process.execPath, ['--import', './scripts/product/end-with-parent.ts', program], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(server, 'exit')
  await Promise.race([listening(server), ended.then(() => Promise.reject(new Error(`${program} did not start.`)))])
  const ms = performance.now() - began
  await delay(SETTLED)
  const idle = residentMemory(server.pid ?? 0)
  server.kill('SIGTERM')
  await ended
  return { ms, idle }
}

/** Our servers say so in their log, the bare one sends its port. */
async function listening(server: ChildProcess): Promise<void> {
  const ready = once(server, 'message')
  if (!server.stdout) return void (await ready)
  const lines = createInterface({ input: server.stdout })
  const logged = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      if (line.includes('Server listening')) resolve()
    })
  })
  await Promise.race([ready, logged])
}
