import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

const LIMIT_MS = 20_000
const POLL_MS = 25

interface Server {
  name: string
  liveUrl: string
}

/** Waits until the server answers its health route; throws when it ends or keeps silent instead. */
export async function untilLive({ name, liveUrl }: Server, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + LIMIT_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(
        `De ${name} kon niet starten (${child.signalCode ?? `code ${child.exitCode}`}); hierboven staat waarom.`,
      )
    const answer = await fetch(liveUrl).catch(() => undefined)
    if (answer?.ok) return
    await delay(POLL_MS)
  }
  child.kill('SIGKILL')
  throw new Error(`De ${name} gaf binnen ${LIMIT_MS / 1000} s geen antwoord op ${liveUrl}.`)
}
