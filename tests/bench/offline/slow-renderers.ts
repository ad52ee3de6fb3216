import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * A thread that slows every renderer process of a browser down: in each turn it lets them run for one part of `times`.
 * Chromium's own slowdown is for pages alone (CDP refuses it to service workers), which share those processes.
 */
const { browser, times } = workerData as { browser: number; times: number }

const RUN_MS = 2
/** Renderers come and go as pages open. */
const TURNS_A_LOOK = 3

const clock = new Int32Array(new SharedArrayBuffer(4))
const wait = (ms: number) => Atomics.wait(clock, 0, 0, ms)

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const childrenOf = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)

function renderersOf(pid: number): number[] {
  const below = childrenOf(pid).flatMap(renderersOf)
  return read(`/proc/${pid}/cmdline`).includes('--type=renderer') ? [pid, ...below] : below
}

const signalAll = (pids: number[], signal: 'SIGSTOP' | 'SIGCONT') => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended meanwhile.
    }
  }
}

let renderers: number[] = []
let over = false
parentPort?.on('message', () => {
  over = true
})

/** If the renderers ran longer than meant, as on a busy machine, they are also stopped longer. */
function turn(count: number, runningSince: number): void {
  signalAll(renderers, 'SIGSTOP')
  const stoppedAt = performance.now()
  if (count % TURNS_A_LOOK === 0) renderers = renderersOf(browser)
  wait(Math.max(0, (stoppedAt - runningSince) * (times - 1) - (performance.now() - stoppedAt)))
  signalAll(renderers, 'SIGCONT')
  const since = performance.now()
  wait(RUN_MS)
  if (over) parentPort?.close()
  else setImmediate(turn, count + 1, since)
}

parentPort?.postMessage('ready')
turn(0, performance.now())
