import { type ChildProcess, fork } from 'node:child_process'
import { on } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { YearResults } from '#api-server/acts/statistics/statistics.ts'
import { unavailable } from '#server/problem.ts'
import type { GradebookHead } from './gradebook-sheet.ts'
import type { GradedParticipation, Participation } from './participation.ts'
import type { ChecklistKind } from './presence-checklist.ts'
import type { ListedPerson } from './users-sheet.ts'

/** Order to write a file, with all its data in plain values: the writer has no database. */
export type FileOrder =
  | { kind: 'export'; participation: Participation }
  | { kind: 'results'; participation: GradedParticipation }
  | { kind: 'result-statistics'; year: YearResults }
  /** the rows of these two come after it, piece by piece: they are too many to be handed over at once */
  | { kind: 'audit'; about: string }
  | { kind: 'gradebook'; head: GradebookHead }
  | { kind: 'users'; people: ListedPerson[] }
  | { kind: 'door'; participation: Participation }
  | { kind: 'checklist'; list: ChecklistKind; participation: Participation }

/** Each takes a core for as long as it writes; the machine in mind has two. */
const AT_A_TIME = 2

/** Who takes no piece for this long (ms) has gone without a word; the process is not kept for them. */
const TIMEOUT_MS = 30_000

const running = new Set<ChildProcess>()

/** Throws `unavailable` while as many files are being written as may be. */
export function requireRoom(): void {
  if (running.size >= AT_A_TIME) throw unavailable('export-queue', { retryAfter: 2 })
}

/**
 * Writes the file in a process of its own, see write-apart.rationale.md. A piece is written when the one before was taken;
 * a caller that stops taking them (`return`, which a destroyed stream calls) ends the process. Of an order whose rows come after
 * it, `rows` are these.
 */
export async function* writeApart(order: FileOrder, rows?: AsyncIterable<RowsToWrite>): AsyncGenerator<Uint8Array> {
  // It gets all that it needs: none of the settings, which hold secrets, but where Node keeps what it made of the sources.
  const { NODE_COMPILE_CACHE } = process.env
  const env = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
  const writer = fork(WRITER, { serialization: 'advanced', execArgv: [], env })
  running.add(writer)
  const isOver = () => running.delete(writer)
  writer.once('exit', isOver).once('error', isOver)
  let timeout: NodeJS.Timeout | undefined
  try {
    const replies = on(writer, 'message', { close: ['exit'] })
    writer.send(order)
    if (rows) {
      for await (const some of rows) await handOver(writer, { rows: some })
      writer.send(WHOLE)
    }
    for await (const [piece] of replies) {
      if (piece instanceof Error) throw piece
      if (!(piece instanceof Uint8Array)) return
      timeout = setTimeout(() => writer.kill('SIGKILL'), TIMEOUT_MS)
      yield piece
      clearTimeout(timeout)
      writer.send('next')
    }
    throw new Error('The process ended before the file was whole.')
  } finally {
    clearTimeout(timeout)
    writer.kill('SIGKILL')
  }
}

export type RowsToWrite = readonly unknown[]

/** Said to who writes the file once it has all the rows. */
const WHOLE = 'whole'

/** Done once the pipe has it: the next piece is read then. */
const handOver = (writer: ChildProcess, piece: { rows: RowsToWrite }) =>
  new Promise<void>((done, fail) => {
    writer.send(piece, (error) => (error ? fail(error) : done()))
  })

const WRITER = fileURLToPath(new URL('./file-writer.ts', import.meta.url))
