import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../root.ts'
import { serverTexts as texts } from './start.texts.ts'

const FIRST_BACK_OFF_MS = 250
const LONGEST_BACK_OFF_MS = 30_000
/** uptime after which the pause before a restart is the first one again */
const SETTLED_MS = 60_000
/** time before SIGKILL; servers end by themselves within 9 s, so this is for one that hangs */
const GRACE_MS = 9_500
const POLL_MS = 25
/** For Node's `--import`: ends a program when the process that started it has ended. */
export const END_WITH_PARENT = new URL('./end-with-parent.mjs', import.meta.url).href
/** time until the first message about a start that takes longer than usual (a second or two); each next one waits twice as long */
const FIRST_NOTICE_MS = 10_000

interface ServerSettings {
  name: string
  /** path of the program */
  main: string
  /** flags for Node itself */
  flags?: readonly string[]
  /** address that answers 200 once the server listens */
  liveUrl: string
  env: NodeJS.ProcessEnv
  say(line: string): void
}

export interface ServerProcess {
  /** sends SIGTERM and waits for the end, after at most `GRACE_MS` */
  stop(): Promise<void>
}

/**
 * Starts a server and waits until it answers. Throws if it ends before that, since a second try would end the same way. If it
 * ends later it is restarted after a pause that doubles each time. The other server keeps running meanwhile: students can
 * enroll while no push is sent, and the other way round.
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
      server.say(texts.stopped({ name: server.name, how: howEnded(child), seconds: pause / 1000 }))
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
 * Waits until the server answers at `liveUrl`, without a limit, because nobody knows how long a busy machine needs. Prints from
 * time to time what it waits for; throws if the server ends instead.
 */
export async function untilLive(
  { name, liveUrl, say }: Pick<ServerSettings, 'name' | 'liveUrl' | 'say'>,
  child: ChildProcess,
  firstNoticeMs = FIRST_NOTICE_MS,
): Promise<void> {
  const since = Date.now()
  let noticeAt = since + firstNoticeMs
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(texts.notStarted(name, howEnded(child)))
    const answer = await fetch(liveUrl, { signal: AbortSignal.timeout(firstNoticeMs) }).catch(() => undefined)
    if (answer?.ok) return
    const now = Date.now()
    if (now >= noticeAt) {
      noticeAt += 2 * (now - since)
      const got = answer ? texts.gotStatus(answer.status) : texts.noAnswer
      say(texts.starting({ name, seconds: Math.round((now - since) / 1000), url: liveUrl, got }))
    }
    await delay(POLL_MS)
  }
}

function launch({ main, flags = [], env }: ServerSettings): ChildProcess {
  const args = ['--import', END_WITH_PARENT, ...flags, main]
  return spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const howEnded = (child: ChildProcess): string => child.signalCode ?? `code ${child.exitCode}`

/** time between checks (ms); Ctrl+C arrives as a signal and does not wait for a check */
const PARENT_POLL_MS = 500

/**
 * Calls `end` when npm, or the shell that npm starts, has gone: a signal to `npm start` ends those two, and they do not pass it
 * on. Does nothing if npm did not start this process: another parent may end and leave it running.
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
