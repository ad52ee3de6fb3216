import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../root.ts'

const FIRST_BACK_OFF_MS = 250
const LONGEST_BACK_OFF_MS = 30_000
/** who lived this long is not in a loop of falling */
const SETTLED_MS = 60_000
/** the servers cut themselves off after 9 s; this is for one that cannot any more */
const GRACE_MS = 9_500
const POLL_MS = 25
/** a start takes a second or two: longer than this the operator wants to know what for */
const NOTICE_EVERY_MS = 5_000

interface ServerSettings {
  name: string
  /** from the root, e.g. 'api-server/main.ts' */
  main: string
  /** flags for Node itself */
  flags?: readonly string[]
  /** answers 200 once the server listens */
  liveUrl: string
  env: NodeJS.ProcessEnv
  say(line: string): void
}

export interface ServerProcess {
  /** sends SIGTERM and waits for the end, which comes after `GRACE_MS` at the latest */
  stop(): Promise<void>
}

/**
 * Starts a server and waits until it answers. One that falls before that is not tried again, since it would fall the same
 * way: this throws. One that falls later is started again, after a pause that doubles, while its neighbour goes on:
 * students can enroll while no push is sent, and the other way round.
 */
export async function startServer(server: ServerSettings): Promise<ServerProcess> {
  const stopping = new AbortController()
  let child = launch(server)
  await untilLive(server, child)
  const watching = watch()

  async function watch(): Promise<void> {
    let pause = FIRST_BACK_OFF_MS
    while (!stopping.signal.aborted) {
      const since = Date.now()
      await ended(child)
      if (stopping.signal.aborted) return
      if (Date.now() - since > SETTLED_MS) pause = FIRST_BACK_OFF_MS
      server.say(`De ${server.name} is gestopt (${howEnded(child)}) en start over ${pause / 1000} s opnieuw.`)
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      pause = Math.min(pause * 2, LONGEST_BACK_OFF_MS)
      child = launch(server)
    }
  }

  const stop = async () => {
    stopping.abort()
    child.kill('SIGTERM')
    const last = child
    const kill = setTimeout(() => last.kill('SIGKILL'), GRACE_MS)
    await watching
    await ended(last)
    clearTimeout(kill)
  }
  return { stop }
}

/**
 * Waits until the server answers at `liveUrl`, as long as it lives: a busy machine needs longer, and nobody knows how
 * long. Says from time to time what is waited for; throws when it ends instead.
 */
export async function untilLive(
  { name, liveUrl, say }: Pick<ServerSettings, 'name' | 'liveUrl' | 'say'>,
  child: ChildProcess,
  noticeEveryMs = NOTICE_EVERY_MS,
): Promise<void> {
  const since = Date.now()
  let lastNotice = since
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`De ${name} kon niet starten (${howEnded(child)}); hierboven staat waarom.`)
    const answer = await fetch(liveUrl, { signal: AbortSignal.timeout(noticeEveryMs) }).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() - lastNotice >= noticeEveryMs) {
      lastNotice = Date.now()
      const got = answer ? `kreeg ${answer.status}` : 'nog geen antwoord'
      say(`De ${name} start nog (${Math.round((lastNotice - since) / 1000)} s): wacht op ${liveUrl}, ${got}.`)
    }
    await delay(POLL_MS)
  }
}

function launch({ main, flags = [], env }: ServerSettings): ChildProcess {
  const args = ['--import', './scripts/product/end-with-parent.ts', ...flags, main]
  return spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const howEnded = (child: ChildProcess): string => child.signalCode ?? `code ${child.exitCode}`

/** ms; a ctrl+C comes as a signal and need not wait for it */
const PARENT_POLL_MS = 500

/**
 * Calls `end` when npm has gone, or the shell that it starts programs by: a signal to `npm start` stops
 * those, and they pass none on. Does nothing where npm did not start this process: who else did may leave it running.
 */
export function whenNpmEnds(end: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    end()
  }, PARENT_POLL_MS)
  looking.unref()
}
