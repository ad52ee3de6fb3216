import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { END_WITH_PARENT } from '../../scripts/product/server-process.ts'
import { ROOT } from '../../scripts/root.ts'

/** time for a program that was signalled to end to take its servers along */
const GRACE_MS = 5_000
/** lines of its last words that are kept: an error that nobody handled, with the first lines of its stack */
const LAST_LINES = 12

export interface RunApart<Rows> {
  /** rows that it sent last */
  rows: Rows | undefined
  /** how it ended otherwise than well, and its last words */
  broke: string | undefined
}

/**
 * Runs a bench or a fault as a process of its own, so that none inherits the heap of the one before it, and one that breaks,
 * hangs or leaves something open spoils no other. What it says by the way is no part of the table.
 */
export async function runApart<Rows>(
  main: string,
  args: readonly string[],
  minutes = Number.POSITIVE_INFINITY,
): Promise<RunApart<Rows>> {
  const child = fork(main, args, {
    cwd: ROOT,
    execArgv: ['--import', END_WITH_PARENT],
    stdio: ['ignore', 2, 'pipe', 'ipc'],
  })
  const lastWords: string[] = []
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      console.error(line)
      if (lastWords.push(line) > LAST_LINES) lastWords.shift()
    })
  let rows: Rows | undefined
  child.on('message', (message) => {
    // Sent by `sendRows`, and by nobody else.
    rows = message as Rows
  })
  let cutOff = false
  const limit = setTimeout(
    () => {
      cutOff = true
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref()
    },
    Math.min(minutes * 60_000, 2 ** 31 - 1),
  )
  const [code, signal] = await once(child, 'exit')
  clearTimeout(limit)
  if (code === 0 && !cutOff) return { rows, broke: undefined }
  const how = cutOff ? `cut off after ${minutes} minutes` : `ended with ${signal ?? code}`
  return { rows, broke: [how, ...lastWords].join('\n') }
}

/** The other side: sends the rows to who runs this process, and ends. */
export async function sendRows(work: () => Promise<object[] | undefined>): Promise<void> {
  // Programs that were started along are ended in 'exit' handlers. A signal alone would skip these, and so would the
  // end of the parent.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1))
  process.once('disconnect', () => process.exit(1))
  const rows = await work()
  process.send?.(rows ?? [], () => process.exit(0))
}
